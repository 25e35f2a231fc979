/**
 * The address columns of a table, and how their cells become one text, by the rules of `milepost bulk`
 * (`crates/bulk/src/columns.rs`, `parts.rs`), so a table gives the same addresses there.
 */
import { type ColumnRole, columnNamed } from '../../tables/column-roles.js'

/** Parts of an address that a column can hold, by the flags of `milepost bulk`. */
export const ROLES = ['address', 'number', 'street', 'unit', 'city', 'postcode', 'region', 'country'] as const

export type Role = (typeof ROLES)[number]

/** The column of each part, by number. */
export type Columns = Readonly<Partial<Record<Role, number>>>

/** Rows whose values help to guess the columns. */
const SAMPLE = 200

/** Values of a column from which a shape that never fits rules the column out. */
const ENOUGH = 3

/** Longest postcode with its country. */
const LONGEST_POSTCODE = 12

const hasDigit = (text: string) => /\p{N}/u.test(text)
const hasLetter = (text: string) => /\p{L}/u.test(text)

/** The columns of the address by their names and the shape of the values below; empty if no address, street or town is among them. */
export function guessColumns(header: readonly string[], rows: readonly (readonly string[])[] = []): Columns {
  const sample = rows.slice(0, SAMPLE)
  const ranked = header
    .flatMap((name, column) => {
      const named = columnNamed(name)
      if (named === undefined) return []
      const values = valuesOf(column, sample)
      return [{ ...named, column, fit: fitOf(named.role, values), isWordy: isWordy(values) }]
    })
    .filter(({ fit }) => fit !== 'never')
    .sort(
      (one, other) =>
        Number(one.fit === 'rarely') - Number(other.fit === 'rarely') ||
        one.leftOut - other.leftOut ||
        one.rank - other.rank ||
        one.column - other.column,
    )
  const best = (role: Role) => ranked.find((named) => named.role === role)
  const guessed: Partial<Record<Role, number>> = {}
  for (const role of ROLES) {
    const named = best(role)
    if (named !== undefined) guessed[role] = named.column
  }
  // An address without a number, next to a column for it, is a street.
  if (guessed.number !== undefined && guessed.address !== undefined && best('address')?.isWordy === true) {
    guessed.street ??= guessed.address
  }
  // Next to its parts, a column with the whole address would repeat them.
  if (guessed.street !== undefined) return without(guessed, ['address'])
  if (guessed.address === undefined && guessed.city === undefined) return {}
  // A column `number` belongs to a street, and means something else without one.
  const hasTown = guessed.city !== undefined || guessed.postcode !== undefined
  return without(guessed, guessed.address === undefined || !hasTown ? ['number', 'unit'] : ['number'])
}

function valuesOf(column: number, rows: readonly (readonly string[])[]): string[] {
  return rows.map((row) => row[column] ?? '').filter((text) => text.trim() !== '')
}

function isWordy(values: readonly string[]): boolean {
  return values.length > 0 && values.filter(hasDigit).length * 2 < values.length
}

/** How well the values of a column have the shape of a part. */
function fitOf(role: ColumnRole, values: readonly string[]): 'mostly' | 'rarely' | 'never' {
  const fits = (text: string) => {
    if (role === 'postcode') return hasDigit(text) && text.trim().length <= LONGEST_POSTCODE
    if (role === 'number' || role === 'lat' || role === 'lon') return hasDigit(text)
    return role === 'part' || role === 'unit' || hasLetter(text)
  }
  const fitting = values.filter(fits).length
  if (fitting === 0 && values.length >= ENOUGH) return 'never'
  // A column of kinds (`home`, `work`) has few distinct values.
  const isKind =
    (role === 'address' || role === 'street') &&
    values.length > ENOUGH &&
    new Set(values).size * 4 < values.length
  return fitting * 2 < values.length || isKind ? 'rarely' : 'mostly'
}

function without(columns: Columns, roles: readonly Role[]): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([role]) => !roles.includes(role as Role)))
}

/** The address of a row. */
export function addressOf(row: readonly string[], columns: Columns): string {
  let address = ''
  for (const { column, isJoined } of piecesOf(columns)) {
    const cell = (row[column] ?? '').trim()
    if (cell === '') continue
    address += (address === '' ? '' : isJoined ? ' ' : ', ') + cell
  }
  return address
}

/** The columns of the address, in order. */
export function orderOf(columns: Columns): number[] {
  return piecesOf(columns).map(({ column }) => column)
}

interface Piece {
  column: number
  /** Whether a space, not a comma, separates it from the part before. */
  isJoined: boolean
}

function piecesOf({ address, number, street, unit, city, postcode, region, country }: Columns): Piece[] {
  const house = [number, street].filter(isThere).sort(byNumber)
  // In the order of their columns, which usually is that of the country's addresses.
  const places = [city, postcode, region].filter(isThere).sort(byNumber)
  return [
    ...[address].filter(isThere).map(apart),
    ...house.map((column, index) => ({ column, isJoined: index > 0 })),
    ...[unit].filter(isThere).map(apart),
    ...places.map((column, index) => {
      const before = places[index - 1]
      // `Reno, NV 89501` and `38000 Grenoble`: only a space is next to a postcode.
      const isJoined =
        before !== undefined && (before === postcode || (column === postcode && before === region))
      return { column, isJoined }
    }),
    ...[country].filter(isThere).map(apart),
  ]
}

const apart = (column: number): Piece => ({ column, isJoined: false })
const byNumber = (one: number, other: number) => one - other
const isThere = (column: number | undefined): column is number => column !== undefined
