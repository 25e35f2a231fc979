/** House numbers, units and boxes: identifiers that are spelled with and without spaces. */
import { PO_BOXES, UNITS } from './abbreviations.js'

/** Words in front of a number that say only that it is one. */
const NUMBER_WORDS = new Set(['no', 'nr', 'num', 'number', 'numero'])

/**
 * One word of several: `12 bis` is `12bis` and `4-B` is `4b`. Two numbers stay apart: `12-14` is not house 1214.
 */
export function joined(words: readonly string[]): string {
  return words.reduce((text, word) => text + (/\d$/.test(text) && /^\d/.test(word) ? ' ' : '') + word, '')
}

/** A house number, without a word that says it is one. */
export function houseNumber(words: readonly string[]): string {
  const [first = '', second = ''] = words
  return joined(NUMBER_WORDS.has(first) && /^\d/.test(second) ? words.slice(1) : words)
}

/** Designators in full, each with its identifier in one word: `Bldg. 5 Apt 4-B` is `building 5 apartment 4b`. */
export function unit(words: readonly string[], languages: readonly string[]): string {
  if (words.length === 0) return ''
  const tables = languages.flatMap((language) => UNITS.get(language) ?? [])
  const designator = (word: string) =>
    tables.map((table) => table.get(word)).find((full) => full !== undefined)
  const parts: string[] = []
  let identifier: string[] = []
  const close = () => {
    if (identifier.length > 0) parts.push(joined(identifier))
    identifier = []
  }
  for (const word of words.flatMap((one) => apart(one, designator))) {
    const full = word.length > 1 ? designator(word) : undefined
    const isIdentifier = full === undefined && (/\d/.test(word) || word.length === 1)
    if (isIdentifier) identifier.push(word)
    else {
      close()
      parts.push(full ?? word)
    }
  }
  close()
  return parts.join(' ')
}

/** `apt4b` is `apt` and `4b` where the letters are a designator. */
function apart(word: string, designator: (word: string) => string | undefined): string[] {
  const [, letters = '', rest = ''] = /^(\p{L}{2,})(\d.*)$/u.exec(word) ?? []
  return designator(letters) === undefined ? [word] : [letters, rest]
}

/** Words of the longest spelling of a box. */
const LONGEST = 3

/** A box in full: `P.O. Box 42` is `po box 42`, `BP30` is `bp 30`. */
export function poBox(words: readonly string[]): string {
  if (words.length === 0) return ''
  const parts = words.flatMap((word) => word.replace(/^(\p{L}+)(\d)/u, '$1 $2').split(' '))
  for (let length = Math.min(LONGEST, parts.length); length > 0; length -= 1) {
    const full = PO_BOXES.get(parts.slice(0, length).join(' '))
    if (full !== undefined) return [full, joined(parts.slice(length))].join(' ').trim()
  }
  const head = parts.findIndex((part) => /\d/.test(part))
  if (head < 0) return parts.join(' ')
  return [...parts.slice(0, head), joined(parts.slice(head))].join(' ')
}
