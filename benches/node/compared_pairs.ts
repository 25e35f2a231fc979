/**
 * One side of `tasks/quality/pairs.py`: reads one JSON `{country, a, b}` a line, two addresses as a text or components, and prints one JSON
 * `{a, b, verdict, probability, parsed}` a line: the addresses on one line each, how they compare, and the components of both.
 *
 *   npx tsx scripts/as-javascript.ts benches/node/compared_pairs.ts
 */
import { createInterface } from 'node:readline'

import { compare, format, parse } from 'milepost'

type Address = string | Record<string, string>

async function textOf(address: Address, country: string): Promise<string> {
  if (typeof address === 'string') return address
  return (await format(address, country, { separator: ', ' })).formatted
}

/** The components by tag, in lower case, a repeated one in one text; the parts of a street together. */
function componentsOf(text: string, country: string): Record<string, string> {
  const components: Record<string, string> = {}
  for (const { tag, value } of parse(text, { country }).components) {
    const name = tag.startsWith('street') ? 'street' : tag
    components[name] = [components[name], value.toLowerCase()].filter(Boolean).join(' ')
  }
  return components
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { country, ...pair } = JSON.parse(line) as { country: string; a: Address; b: Address }
  const [a, b] = [await textOf(pair.a, country), await textOf(pair.b, country)]
  const { verdict, probability } = compare(a, b, { country })
  const parsed = [a, b].map((text) => componentsOf(text, country))
  console.log(JSON.stringify({ a, b, verdict, probability, parsed }))
}
