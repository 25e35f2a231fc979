/** What the column of a table holds, by its name: the rules of `milepost bulk` (`crates/bulk/src/column_names.rs`). */
import { COLUMN_NAMES } from './column-names.js'

/** `part`: like a part of an address, but not read. */
export type ColumnRole = Exclude<keyof typeof COLUMN_NAMES, 'qualifier'>

/** Role of a column, the words of its name that were left out, and its rank: less is better. */
export interface NamedColumn {
  role: ColumnRole
  leftOut: number
  rank: number
}

/** Words of a name beyond which only the whole name is looked up. */
const MOST_WORDS = 8

/** Letters that NFKD leaves whole. */
const WHOLE: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

const { qualifier, ...NAMES } = COLUMN_NAMES
const QUALIFIERS: ReadonlySet<string> = new Set(qualifier.split(';').map(folded))
const KNOWN: ReadonlyMap<string, Omit<NamedColumn, 'leftOut'>> = new Map(
  Object.entries(NAMES)
    .flatMap(([role, names]) => names.split(';').map((name) => [name, role as ColumnRole] as const))
    .map(([name, role], rank) => [folded(name), { role, rank }]),
)

/** A name in lower case without accents, its letters and digits only. */
export function folded(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => WHOLE[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** What a column of this name holds; undefined if it is not named like a part of an address. */
export function columnNamed(name: string): NamedColumn | undefined {
  const whole = KNOWN.get(folded(name))
  if (whole !== undefined) return { ...whole, leftOut: 0 }
  const words = name
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(folded)
    .filter((word) => word !== '')
  if (words.length > MOST_WORDS) return undefined
  for (let leftOut = 1; leftOut < words.length; leftOut += 1) {
    for (let start = leftOut; start >= 0; start -= 1) {
      const end = words.length - (leftOut - start)
      const found = KNOWN.get(words.slice(start, end).join(''))
      const others = [...words.slice(0, start), ...words.slice(end)]
      if (found !== undefined && others.every((word) => QUALIFIERS.has(word))) return { ...found, leftOut }
    }
  }
  return undefined
}
