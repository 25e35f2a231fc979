/**
 * Puts what the commands of `data` need of TypeBox into one file, `ts/dist/typebox.js`, and lets the modules in `ts/dist` import that. TypeBox
 * itself is 680 files, which take a command longer to load than all it does. Types of the library have none of it (`build-declarations.ts`).
 *
 * To be run after `build-schemas.ts`, which takes TypeBox out of most modules.
 */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

import { build, type Plugin } from 'esbuild'

const DIST = join(import.meta.dirname, '../../ts/dist')
const BUNDLE = join(DIST, 'typebox.js')

const IMPORT = /^(import .* from )'typebox(?:\/value)?';$/gm

/** TypeBox does not say so, but none of its modules does anything when it is loaded: what nothing uses can be left out. */
const withoutSideEffects: Plugin = {
  name: 'without side effects',
  setup(bundler) {
    bundler.onResolve({ filter: /./ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === withoutSideEffects) return undefined
      const { kind, resolveDir, importer } = from
      const resolved = await bundler.resolve(path, {
        kind,
        resolveDir,
        importer,
        pluginData: withoutSideEffects,
      })
      return { ...resolved, sideEffects: false }
    })
  },
}

const modules = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.js'))
  .map((name) => join(DIST, name))
  .map((path) => ({ path, source: readFileSync(path, 'utf8') }))
  .filter(({ source }) => source.search(IMPORT) >= 0)

const all = modules.map(({ source }) => source).join('\n')
const builders = [...new Set([...all.matchAll(/\bType\.(\w+)/g)].map(([, name = '']) => name))].sort()
const contents = `import { ${builders.join(', ')} } from 'typebox'
export default { ${builders.join(', ')} }
export { Check, Errors } from 'typebox/value'`
await build({
  stdin: { contents, resolveDir: join(DIST, '..') },
  outfile: BUNDLE,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  plugins: [withoutSideEffects],
})
for (const { path, source } of modules) {
  const bundle = relative(dirname(path), BUNDLE)
  const specifier = bundle.startsWith('.') ? bundle : `./${bundle}`
  writeFileSync(path, source.replace(IMPORT, `$1'${specifier}';`))
}
const typebox = createRequire(import.meta.url).resolve('typebox')
copyFileSync(join(dirname(typebox), '../license'), BUNDLE.replace('.js', '.LICENSE.txt'))
console.log(`${String(modules.length)} modules have TypeBox in one file`)
