/** Lines of standard input, as `milepost geocode -` takes them in. */
import { describe, expect, test } from 'vitest'

import { Lines } from '../../src/cli/lines.js'

function reader(addresses = true) {
  const warnings: string[] = []
  const lines = new Lines((message) => warnings.push(message), addresses)
  return {
    lines,
    warnings,
    push: (text: string) => {
      lines.push(Buffer.from(text))
    },
  }
}

describe('lines of standard input', () => {
  test('one line is taken as soon as it has its end', async () => {
    const { lines, push } = reader()
    const taken = lines.take()
    push('Reno')
    push(' NV\nBoi')
    lines.end()
    expect(await taken).toEqual(['Reno NV', 'Boi'])
    expect(await lines.take()).toEqual([])
  })

  test('lines that come faster than answers are taken together, 512 at most', async () => {
    const { lines, push } = reader()
    const all = Array.from({ length: 1200 }, (_, index) => `${String(index)} Main St`)
    push(`${all.join('\n')}\n`)
    lines.end()
    const batches = [await lines.take(), await lines.take(), await lines.take(), await lines.take()]
    expect(batches.map(({ length }) => length)).toEqual([512, 512, 176, 0])
    expect(batches.flat()).toEqual(all)
  })

  test('a letter may be cut in two, a line may end in CR LF, and a byte order mark is dropped', async () => {
    const { lines, warnings } = reader()
    const bytes = Buffer.from('\ufeffBesançon\r\nŁódź')
    for (const byte of bytes) lines.push(Uint8Array.of(byte))
    lines.end()
    expect(await lines.take()).toEqual(['Besançon', 'Łódź'])
    expect(warnings).toEqual([])
  })

  test('a header is reported for addresses alone', () => {
    for (const [addresses, count] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const { push, warnings } = reader(addresses)
      push('street,city,zip\n')
      expect(warnings).toHaveLength(count)
    }
  })
})
