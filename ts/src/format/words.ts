/** The words of a text as they are compared: without case, accents and punctuation. Letters of every script stay. */

/** Letters NFKD leaves whole, as crates/text writes them out. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
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

/** Zeros of decimal digits beside ASCII's: Arabic, Persian, the scripts of India, Thai, Lao, Tibetan, Burmese, Khmer. */
const ZEROS = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0,
  0x0f20, 0x1040, 0x17e0,
]

/** The words of `text`. Initials are one word (`P.O.`, `N.W.`), and a fraction is apart from the number in front of it. */
export function words(text: string): string[] {
  if (text === '') return []
  if (/^[\0-\x7f]+$/.test(text)) return plainWords(text)
  // What Latin letters become is known by letter, and then the text is as plain as any.
  return LATIN_TEXT.test(text) ? plainWords(text.replace(LATIN_LETTER, inAscii)) : foldedWords(text)
}

/** Latin-1 and Latin Extended-A but for signs and the letters that have no spelling in ASCII. */
const LATIN =
  '\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0125\u0128-\u0137\u0139-\u013e\u0141-\u0148\u014c-\u0165\u0168-\u017f'
const LATIN_TEXT = new RegExp(`^[\\0-\\x7f${LATIN}\u2019]+$`)
const LATIN_LETTER = new RegExp(`[${LATIN}\u2019]`, 'g')

/** What {@link foldedWords} makes of a letter, looked up once; the apostrophe of print is dropped as that of ASCII is. */
const folded = new Map<string, string>([['\u2019', "'"]])

function inAscii(letter: string): string {
  let ascii = folded.get(letter)
  if (ascii === undefined) {
    ascii = foldedWords(letter).join('')
    folded.set(letter, ascii)
  }
  return ascii
}

/** Of ASCII, where all that is left to do is case and punctuation: a fifth of the time. */
function plainWords(text: string): string[] {
  const lower = text.toLowerCase()
  if (/^[a-z0-9]+$/.test(lower)) return [lower]
  return lower
    .replace(/['`]/g, '')
    .replace(/(?<![a-z0-9])([a-z])\.(?=[a-z])/g, '$1')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

function foldedWords(text: string): string[] {
  const folded = text
    .replace(/[\u00bc-\u00be\u2150-\u215e]/gu, ' $&')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    // `й` is a letter of its own, not an accented `и`.
    .replace(/(?<!и)\u0306|[\u0300-\u0305\u0307-\u036f'’`]/gu, '')
    .replace(/[ßæœøłđðþı]/gu, (letter) => WRITTEN_OUT[letter] ?? letter)
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/(?<![\p{L}\p{N}])(\p{L})\.(?=\p{L})/gu, '$1')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    // Hangul and kana are compared composed.
    .normalize('NFC')
  return folded.split(' ').filter((word) => word !== '')
}

function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => point >= first && point < first + 10)
  return zero === undefined ? digit : String(point - zero)
}
