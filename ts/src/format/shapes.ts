/**
 * What becomes of a template depends on which fields are there, and hardly ever on what they say: commas and line breaks around
 * empty fields go, and the rest stays. So it is worked out once for each set of fields, on marks in the place of values, and an address
 * is then its values put where the marks came to stand.
 *
 * That holds for values which no rule of tidying could touch, and which are not said twice; for others, `undefined` tells the caller to
 * go the long way.
 */

/** Values by field. */
type Values = Readonly<Record<string, string | undefined>>

/** A template filled with `values`, then tidied; undefined where a rule for the rendered text has something to replace. */
export interface LongWay {
  filled: (values: Values) => string
  tidied: (filled: string) => string | undefined
}

/** Text between line breaks and commas: literals and fields in turn. */
type Atom = readonly (string | { field: string })[]

/** The separators between atoms, each before the atom of its index, and the last at the end. */
interface Shape {
  atoms: readonly Atom[]
  separators: readonly string[]
}

/** The fields an address can have here; one that has another goes the long way. */
const FIELDS = [
  ...['attention', 'house', 'house_number', 'road', 'suburb', 'quarter', 'place', 'neighbourhood', 'city'],
  ...['county', 'state', 'postcode', 'country', 'country_code', 'state_code', 'county_code'],
]
const BIT_OF = new Map(FIELDS.map((field, index) => [field, 2 ** index]))

/** Private use characters: one a field, which no template, rule or address has. */
const FIRST_MARK = 0xe000
const MARKS = new Map(FIELDS.map((field, index) => [String.fromCharCode(FIRST_MARK + index), field]))
const MARK = /[\ue000-\ue00f]/

/** What a rule of tidying, the bars between alternatives, or a mark could be mistaken for. */
const TOUCHED = /^[\s-]|[,|}\t\n\r\u00a0\ue000-\ue00f]|\s\s|\s$/

/** Sets of fields that are kept of a template; real addresses have a few dozen. */
const MOST_SHAPES = 512

/** The shapes of one template. */
export class Shapes {
  readonly #known = new Map<number, Shape | undefined>()

  constructor(private readonly longWay: LongWay) {}

  /** The rendered text, or undefined where it takes the long way. */
  text(values: Values): string | undefined {
    let set = 0
    for (const field in values) {
      const value = values[field]
      if (value === undefined || value === '') continue
      const bit = BIT_OF.get(field)
      if (bit === undefined || TOUCHED.test(value)) return undefined
      set += bit
    }
    let shape = this.#known.get(set)
    if (shape === undefined) {
      if (this.#known.has(set) || this.#known.size >= MOST_SHAPES) return undefined
      shape = shapeOf(set, this.longWay)
      this.#known.set(set, shape)
    }
    return shape && written(shape, values)
  }
}

/** Puts values in the place of marks; undefined where an atom is said twice. */
function written({ atoms, separators }: Shape, values: Values): string | undefined {
  const said: string[] = []
  let text = separators[0] ?? ''
  for (const [index, pieces] of atoms.entries()) {
    let atom = ''
    for (const piece of pieces) atom += typeof piece === 'string' ? piece : (values[piece.field] ?? '')
    if (said.includes(atom)) return undefined
    said.push(atom)
    text += atom + (separators[index + 1] ?? '')
  }
  return text
}

function shapeOf(set: number, { filled, tidied }: LongWay): Shape | undefined {
  const marked: Record<string, string> = {}
  for (const [mark, field] of MARKS) if ((set & (BIT_OF.get(field) ?? 0)) !== 0) marked[field] = mark
  const before = filled(marked)
  const after = tidied(before)
  if (after === undefined || after === '') return undefined
  const atoms = atomsOf(after)
  // Tidying has moved separators only; a dash at the start or a blank inside would have been part of an atom.
  const isSame = atoms.join('\n') === atomsOf(before).join('\n')
  if (!isSame || !atoms.every((atom) => after.includes(atom))) return undefined
  const separators: string[] = []
  let end = 0
  for (const atom of atoms) {
    const start = after.indexOf(atom, end)
    separators.push(after.slice(end, start))
    end = start + atom.length
  }
  return { atoms: atoms.map(piecesOf), separators: [...separators, after.slice(end)] }
}

/** What stands between line breaks and commas, without the blanks around it and with single ones inside. */
function atomsOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((atom) => atom.trim().replace(/\s+/g, ' '))
    .filter((atom) => atom !== '')
}

function piecesOf(atom: string): Atom {
  const pieces = atom.split(new RegExp(`(${MARK.source})`)).filter((piece) => piece !== '')
  return pieces.map((piece) => {
    const field = MARKS.get(piece)
    return field === undefined ? piece : { field }
  })
}
