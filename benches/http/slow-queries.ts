/** Slow queries of a surface by hill climbing: mutate, keep the slowest. A seed decides every mutation. */
import fc from 'fast-check'

/** A query and the milliseconds that its answer took to compute. */
export interface Tried {
  text: string
  ms: number
}

/** Queries that are mutated: the slowest so far. */
const KEPT = 32

/** Most characters of a query; the surfaces accept 512 and 1,024. */
const LONGEST = 512

/** Ordinary queries, from which the climb starts. */
const STARTS = [
  'paris',
  'springfield il',
  '80331 münchen',
  'saint-germain-en-laye',
  '350 5th Ave Apt 4B, New York, NY 10118',
  '12 bis rue de la République, 69002 Lyon',
  'Hauptstraße 7, Koenigsbronn',
  'Via Giuseppe Garibaldi 5, Milano',
]

/** Short words that begin many names, digits that begin many postcodes, pairs that stand for one letter. */
const WORDS = (
  'a al b ca d de del du e el in la le main n new o of rue s san santa st str the us via villa ' +
  '1 12 123 75 1010 2e bis aa ae oe ue aeroe koe'
).split(' ')

/** What people, forms and pages put between words, format characters among them. */
const SEPARATORS = [
  ...[' ', '-', ',', ', ', '/', '.', ' - ', ';', "'", '\t', ''],
  ...['\u{ad}', '\u{200b}', '\u{2060}', '\u{202e}', ' \u{2013} ', '\u{2014}'],
]

const MUTATION = fc.noBias(
  fc.record({
    kind: fc.constantFrom('insert', 'delete', 'replace', 'separate', 'shorten', 'repeat', 'turn'),
    /** Which of the kept queries. */
    parent: fc.nat(KEPT - 1),
    /** Where, and where to, as shares of its length. */
    from: fc.nat(999),
    to: fc.nat(999),
    word: fc.constantFrom(...WORDS),
    separators: fc.tuple(fc.constantFrom(...SEPARATORS), fc.constantFrom(...SEPARATORS)),
  }),
)
type Mutation = typeof MUTATION extends fc.Arbitrary<infer Value> ? Value : never

/** A query after a mutation. */
function mutated(text: string, { kind, from, to, word, separators: [before, behind] }: Mutation): string {
  const letters = Array.from(text)
  const [one = 0, other = 0] = [from, to].map((share) => Math.floor((share * (letters.length + 1)) / 1000))
  const [start, end] = [Math.min(one, other), Math.max(one, other)]
  const front = letters.slice(0, start).join('')
  const middle = letters.slice(start, end).join('')
  const back = letters.slice(end).join('')
  const results: Record<Mutation['kind'], () => string> = {
    insert: () => front + before + word + behind + middle + back,
    delete: () => front + back,
    replace: () => front + before + word + behind + back,
    separate: () => text.split(/[\s,-]+/).join(before),
    shorten: () => text.replace(/\p{L}{4,}/gu, (letter) => letter.slice(0, 1 + (from % 3))),
    repeat: () => text + before + middle,
    turn: () => back + before + middle + behind + front,
  }
  return results[kind]().slice(0, LONGEST)
}

/** Tries so many queries; `cost` computes the milliseconds of one. Returns all of them, slowest first. */
export async function climb(
  queries: number,
  seed: number,
  cost: (text: string) => Promise<number>,
): Promise<Tried[]> {
  const tried: Tried[] = []
  const measure = async (text: string) => {
    const one = { text, ms: await cost(text) }
    tried.push(one)
    return one
  }
  const kept: Tried[] = []
  // The first answers read what later ones find in memory.
  for (const text of STARTS) await cost(text)
  for (const text of STARTS) kept.push(await measure(text))
  const slowestFirst = (one: Tried, other: Tried) => other.ms - one.ms
  for (const mutation of fc.sample(MUTATION, { seed, numRuns: queries - STARTS.length })) {
    const parent = kept[mutation.parent % kept.length]
    const text = mutated(parent?.text ?? '', mutation)
    if (text.trim() === '' || kept.some((known) => known.text === text)) continue
    const child = await measure(text)
    if (kept.length < KEPT || child.ms > (kept.at(-1)?.ms ?? 0)) {
      // A time that a busy machine made long would stay for good.
      child.ms = Math.min(child.ms, await cost(text))
      kept.push(child)
      kept.sort(slowestFirst).splice(KEPT)
    }
  }
  return tried.sort(slowestFirst)
}
