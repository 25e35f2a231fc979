/**
 * Writes the schemas of the servers as JSON, in the place of the modules that `tsc` made of them: a server that starts reads what its schemas
 * are and does not load TypeBox to work them out, which takes 317 files and a fifth of a second. Types, validation and the OpenAPI
 * document come from the same TypeBox sources as before.
 *
 * A module is written anew when it imports TypeBox and exports nothing but JSON; it must run before anything else imports from `ts/dist`.
 * JSON files, which `tsc` copies as they are formatted in the sources, lose their white space: a quarter of their bytes.
 */
import { deepStrictEqual } from 'node:assert'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '../../ts/dist')

/** Where servers have their schemas. The commands of `data` validate with TypeBox itself, which needs more of a schema than its JSON. */
const FOLDERS = ['annotations', 'surfaces', 'wire']

const USES_TYPEBOX = /^import .* from 'typebox';$/m

const paths = FOLDERS.flatMap((folder) =>
  readdirSync(join(DIST, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    join(DIST, folder, name),
  ),
)
const modules = paths.filter((path) => path.endsWith('.js') && USES_TYPEBOX.test(readFileSync(path, 'utf8')))
// All are loaded before the first is written: they are made of each other.
const loaded = await Promise.all(
  modules.map(async (path) => ({ path, exported: (await import(path)) as Record<string, unknown> })),
)
const schemas = loaded.filter(({ exported }) => Object.values(exported).every(isJson))
for (const { path, exported } of schemas) writeFileSync(path, asJson(exported))
console.log(`${String(schemas.length)} modules of schemas are JSON`)

const names = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
)
for (const path of names.map((name) => join(DIST, name))) {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify(value))
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
  return `/** Written by scripts/build/schemas.ts. */\n${lines.join('\n')}\n`
}
