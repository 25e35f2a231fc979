/**
 * Makes `ts/dist`, what the package `milepost` runs, from `ts/src`. No module in it loads TypeBox, which is 680 files:
 *
 * 1. The compiler writes JavaScript without comments, and declarations with them.
 * 2. A module of the servers that exports nothing but schemas becomes JSON. A server that starts saves a fifth of a second.
 * 3. What the commands of `data` need of TypeBox becomes one file, `typebox.js`, since they validate with TypeBox itself.
 * 4. The types of the library become plain interfaces (`declarations.ts`).
 * 5. `index.d.cts` has these types for a CommonJS module. TypeScript takes a declaration file for what its name says; `index.d.ts` would be a
 *    module that cannot be required.
 *
 * Types, validation and the OpenAPI document come from the same TypeBox sources as before.
 */
import { deepStrictEqual } from 'node:assert'
import { spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

import { build, type Plugin } from 'esbuild'
import ts from 'typescript'

import { writeDeclarations } from './declarations.js'

const ROOT = join(import.meta.dirname, '../..')
const DIST = join(ROOT, 'ts/dist')
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')
const BUNDLE = join(DIST, 'typebox.js')

/** Where servers have their schemas. Schemas elsewhere validate with TypeBox itself, which needs more of a schema than its JSON. */
const FOLDERS = ['annotations', 'surfaces', 'wire']

/** As `import` sees the library, for any importing file. */
const MODE = "with { 'resolution-mode': 'import' }"

/** A module that imports TypeBox, by the specifiers that name it. */
interface TypeBoxModule {
  path: string
  source: ts.SourceFile
  specifiers: ts.StringLiteral[]
}

/** Bundles without what nothing uses. TypeBox does not say so, but none of its modules does anything when it is loaded. */
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

function compile(...flags: string[]): void {
  const { status } = spawnSync(process.execPath, [COMPILER, '-p', join(ROOT, 'ts'), ...flags], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}

/** All files of a kind that the build wrote, below a folder. */
function filesOf(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
}

function parsed(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
}

function typeBoxModules(paths: string[], ...names: string[]): TypeBoxModule[] {
  return paths.flatMap((path) => {
    const source = parsed(path)
    const specifiers = source.statements
      .filter(ts.isImportDeclaration)
      .map(({ moduleSpecifier }) => moduleSpecifier)
      .filter(ts.isStringLiteral)
      .filter(({ text }) => names.includes(text))
    return specifiers.length === 0 ? [] : [{ path, source, specifiers }]
  })
}

/** Writes modules of schemas as JSON. Nothing may have imported from `ts/dist` before. */
async function writeSchemas(): Promise<void> {
  const paths = FOLDERS.flatMap((folder) => filesOf(join(DIST, folder), '.js'))
  // All are loaded before the first is written: they are made of each other.
  const loaded = await Promise.all(
    typeBoxModules(paths, 'typebox').map(async ({ path }) => ({
      path,
      exported: (await import(path)) as Record<string, unknown>,
    })),
  )
  const schemas = loaded.filter(({ exported }) => Object.values(exported).every(isJson))
  for (const { path, exported } of schemas) writeFileSync(path, asJson(exported))
  console.log(`${String(schemas.length)} modules of schemas are JSON`)
}

/** Whether a value is what its JSON says, and no function or anything else that JSON leaves out. */
function isJson(value: unknown): boolean {
  if (typeof value === 'function') return false
  deepStrictEqual(JSON.parse(JSON.stringify(value)), value)
  return true
}

/** A module that exports the same. V8 reads a JSON text faster than the same as a literal. */
function asJson(exported: Record<string, unknown>): string {
  const lines = Object.entries(exported).map(
    ([name, value]) =>
      `export const ${name} = JSON.parse('${JSON.stringify(value).replace(/[\\']/g, '\\$&')}')`,
  )
  return `/** Written by scripts/build/dist.ts. */\n${lines.join('\n')}\n`
}

/** Bundles what the modules that still import TypeBox use of it, and lets them import the bundle. */
async function bundleTypeBox(): Promise<void> {
  const modules = typeBoxModules(filesOf(DIST, '.js'), 'typebox', 'typebox/value')
  const builders = [...new Set(modules.flatMap(({ source }) => buildersIn(source)))].sort().join(', ')
  const contents = `import { ${builders} } from 'typebox'
export default { ${builders} }
export { Check, Errors } from 'typebox/value'`
  await build({
    stdin: { contents, resolveDir: join(ROOT, 'ts') },
    outfile: BUNDLE,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [withoutSideEffects],
  })
  for (const { path, source, specifiers } of modules) {
    const bundle = relative(dirname(path), BUNDLE)
    const specifier = bundle.startsWith('.') ? bundle : `./${bundle}`
    // From the last to the first, so that the places of the others stay.
    const text = specifiers.reduceRight(
      (before, literal) =>
        `${before.slice(0, literal.getStart(source))}'${specifier}'${before.slice(literal.end)}`,
      source.text,
    )
    writeFileSync(path, text)
  }
  const typebox = createRequire(import.meta.url).resolve('typebox')
  copyFileSync(join(dirname(typebox), '../license'), BUNDLE.replace('.js', '.LICENSE.txt'))
  console.log(`${String(modules.length)} modules have TypeBox in one file`)
}

/** The names of what a module builds schemas with: `Object` of `Type.Object`. */
function buildersIn(node: ts.Node): string[] {
  const own =
    ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'Type'
      ? [node.name.text]
      : []
  const inside: string[] = []
  ts.forEachChild(node, (child) => {
    inside.push(...buildersIn(child))
  })
  return [...own, ...inside]
}

/** Writes JSON files, which the compiler copies as they are formatted in the sources, without white space: a quarter of their bytes. */
function shrinkJson(): void {
  for (const path of filesOf(DIST, '.json')) {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify(value))
  }
}

/** Writes `index.d.cts`: the types of the library for a module that `require`s it (Node.js from 20.19 on loads modules so). */
function writeCommonJsTypes(): void {
  const exported = parsed(join(DIST, 'index.d.ts')).statements.flatMap((statement) => {
    if (
      !ts.isExportDeclaration(statement) ||
      !statement.exportClause ||
      !ts.isNamedExports(statement.exportClause)
    )
      throw new Error('index.d.ts exports something else than lists of names')
    return statement.exportClause.elements.map(({ name, isTypeOnly }) => ({
      name: name.text,
      isType: statement.isTypeOnly || isTypeOnly,
    }))
  })
  const types = exported.filter(({ isType }) => isType).map(({ name }) => name)
  const values = exported.filter(({ isType }) => !isType)
  const lines = [
    '/** The typed library, for CommonJS. Made of `index.d.ts` by the build. */',
    `import type * as library from './index.js' ${MODE}`,
    `export type { ${types.join(', ')} } from './index.js' ${MODE}`,
    ...values.map(({ name }) => `export declare const ${name}: typeof library.${name}`),
  ]
  writeFileSync(join(DIST, 'index.d.cts'), `${lines.join('\n')}\n`)
}

// A module that was moved or removed leaves nothing behind.
rmSync(DIST, { recursive: true, force: true })
compile('--declaration', 'false', '--removeComments')
compile('--emitDeclarationOnly', '--noCheck')
await writeSchemas()
shrinkJson()
await bundleTypeBox()
await writeDeclarations(DIST)
writeCommonJsTypes()
