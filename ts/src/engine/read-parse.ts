/**
 * A parse as a value, without JSON: the core writes numbers (`crates/address/src/wire.rs`, `write_numbers`), and the text is
 * already here. Writing and reading JSON would take a fifth of the time of a parse.
 */
import { COMPONENT_TAGS } from '../wire/component-tags.js'
import type { Parse, ParseNode } from '../wire/parse.js'
import type { InputMode } from './calls.js'

/** Numbers before the nodes of a parse. */
const HEAD = 4
const NODE = 5
/** Most components in the buffer; an address has a dozen. */
const MOST = 128

/**
 * A code unit of a surrogate pair: the core replaces half a pair, so offsets and lengths are then those of its own text. Whole pairs count
 * too: to tell them apart takes longer than the way for both.
 */
const SURROGATE = /[\ud800-\udfff]/

/** Whether a text has a code unit of a surrogate pair, whole or half. */
export function hasSurrogate(text: string): boolean {
  return SURROGATE.test(text)
}

interface Core {
  parse: (address: string, inputMode: InputMode, debug: boolean, country?: string) => string
  parseNumbers: (address: string, inputMode: InputMode, into: Int32Array, country?: string) => number | null
}

/** Reads parses of `core`, one after another. */
export function parseReader(
  core: () => Core,
): (address: string, inputMode: InputMode, country?: string) => Parse {
  const numbers = new Int32Array(HEAD + MOST * NODE)
  return (address, inputMode, country) => {
    const count = hasSurrogate(address) ? null : core().parseNumbers(address, inputMode, numbers, country)
    return count === null
      ? (JSON.parse(core().parse(address, inputMode, false, country)) as Parse)
      : valueOf(address, numbers, count)
  }
}

/** The guessed country from its letters, 256 times the first plus the second, and its probability in ten-thousandths. */
function guessOf(letters: number, probability: number): Parse['country_guess'] {
  if (letters === 0) return null
  return { code: String.fromCharCode(letters >> 8, letters & 0xff), probability: probability / 1e4 }
}

/** The parse of an address from its numbers: parents come before their children. */
function valueOf(address: string, numbers: Int32Array, count: number): Parse {
  const number = (at: number) => numbers[at] ?? 0
  const nodes: ParseNode[] = []
  const roots: ParseNode[] = []
  for (let index = 0; index < count; index++) {
    const at = HEAD + index * NODE
    const start = number(at + 1)
    const end = number(at + 2)
    const node: ParseNode = {
      tag: COMPONENT_TAGS[number(at)] ?? 'venue',
      start,
      end,
      value: address.slice(start, end),
      confidence: number(at + 3) / 1e4,
      children: [],
    }
    nodes.push(node)
    const siblings = nodes[number(at + 4)]?.children ?? roots
    siblings.push(node)
  }
  const inOrder = nodes.sort((a, b) => a.start - b.start)
  return {
    input: address,
    components: inOrder.map(({ tag, value }) => ({ tag, value })),
    tree: { raw: address, roots },
    confidence: number(0) / 1e4,
    address_score: number(1) / 1e4,
    country_guess: guessOf(number(2), number(3)),
  }
}
