/**
 * Writes `ts/dist/index.d.cts`: the types of the library for a CommonJS module, which `require`s it (Node.js from 20.19 on loads modules so).
 * TypeScript takes a declaration file for what its name says; `index.d.ts` would be a module that cannot be required.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const dist = join(import.meta.dirname, '../../ts/dist')

/** As `import` sees the library, for any importing file. */
const MODE = "with { 'resolution-mode': 'import' }"

const { values, types } = namesOf(readFileSync(join(dist, 'index.d.ts'), 'utf8'))
const lines = [
  '/** The typed library, for CommonJS. Made of `index.d.ts` by the build. */',
  `import type * as library from './index.js' ${MODE}`,
  `export type { ${types.join(', ')} } from './index.js' ${MODE}`,
  ...values.map((name) => `export declare const ${name}: typeof library.${name}`),
]
writeFileSync(join(dist, 'index.d.cts'), `${lines.join('\n')}\n`)

/** The names that a file of nothing but exports has: of values, and of types. */
function namesOf(source: string): { values: string[]; types: string[] } {
  const names: { values: string[]; types: string[] } = { values: [], types: [] }
  for (const [, isType, list = ''] of source.matchAll(/^export (type )?\{([^}]+)\}/gms)) {
    for (const name of list.split(',').map((part) => part.trim())) {
      if (name === '') continue
      const kind = isType !== undefined || name.startsWith('type ') ? names.types : names.values
      kind.push(name.replace(/^type /, ''))
    }
  }
  if (/^export (?!(type )?\{)/m.test(source))
    throw new Error('index.d.ts exports something else than lists of names')
  return names
}
