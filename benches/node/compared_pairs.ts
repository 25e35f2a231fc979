/**
 * One side of `benches/quality/pairs.py`: reads one JSON `{country, a, b}` a line, two addresses as a text or components, and prints one JSON
 * `{a, b, verdict, probability}` a line: the addresses on one line each, and how they compare.
 *
 *   npx tsx scripts/plain.ts benches/node/compared_pairs.ts
 */
import { createInterface } from 'node:readline'

import { compare, format } from 'milepost'

type Address = string | Record<string, string>

async function textOf(address: Address, country: string): Promise<string> {
  if (typeof address === 'string') return address
  return (await format(address, country, { separator: ', ' })).formatted
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { country, ...pair } = JSON.parse(line) as { country: string; a: Address; b: Address }
  const [a, b] = [await textOf(pair.a, country), await textOf(pair.b, country)]
  const { verdict, probability } = compare(a, b, { country })
  console.log(JSON.stringify({ a, b, verdict, probability }))
}
