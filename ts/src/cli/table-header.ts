/** Whether a line is the names of the columns of a table rather than an address. */
import { columnNamed, folded } from '../tables/column-roles.js'

/** Names that columns beside an address have. */
const OTHERS: ReadonlySet<string> = new Set(['id', 'name', 'company', 'place'])

/** Says whether the line has at least two cells that are names of columns of addresses. */
export function looksLikeTable(line: string): boolean {
  const cells = line.split(/[,;\t|]/)
  const isName = (cell: string) => columnNamed(cell) !== undefined || OTHERS.has(folded(cell))
  return cells.length > 1 && cells.filter(isName).length >= 2
}
