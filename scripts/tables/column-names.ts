/** Writes ts/src/tables/column-names.ts from crates/bulk/data/columns.tsv: the names of address columns for the command line and the page. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const rows = readFileSync(join(root, 'crates/bulk/data/columns.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'))
const roles = [...new Set(rows.map(([role]) => role))]
const lists = roles.map((role) => {
  const names = rows.filter(([other]) => other === role).map(([, name = '']) => name)
  return `  ${String(role)}: ${JSON.stringify(names.join(';'))},`
})
writeFileSync(
  join(root, 'ts/src/tables/column-names.ts'),
  [
    '/** Names of columns by what they hold, best first. Written by scripts/tables/column-names.ts from crates/bulk/data/columns.tsv; not to be edited. */',
    '// prettier-ignore',
    'export const COLUMN_NAMES = {',
    ...lists,
    '} as const',
    '',
  ].join('\n'),
)
