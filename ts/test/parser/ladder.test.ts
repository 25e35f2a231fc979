/** Long and odd texts cost in proportion to their length: 1 KB to 2 MiB, the largest of which HTTP refuses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Running } from '../support/servers.js'
import { startParser, WITH_WEIGHTS } from './servers.js'

const KIB = 1024

const PATTERNS: Record<string, string> = {
  addresses: '350 5th Ave Apt 4B, New York, NY 10118, ',
  words: 'Aa ',
  streets: 'St ',
  'signs alone': '. ',
  segments: 'a,',
  'french segments': 'rue,bd,',
  titles: 'av du gal ',
  digits: '7',
  spaces: ' ',
  'combining marks': 'e\u0301\u0301\u0301',
  families: '👩‍👩‍👧',
  han: '東京都千代田区',
}

const long = (pattern: string, length: number) =>
  `${pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length)}x`

/** The shortest of some runs: what the machine does besides only adds. */
function fastest(work: () => unknown): number {
  let best = Infinity
  for (let run = 0; run < 3; run += 1) {
    const begun = performance.now()
    work()
    best = Math.min(best, performance.now() - begun)
  }
  return best
}

describe('expansion', () => {
  const expand = (text: string) =>
    (JSON.parse(WITH_WEIGHTS.expand?.(text) ?? '') as { expansions: string[] }).expansions

  test.each(Object.entries(PATTERNS))('of %s is linear and bounded', (_name, pattern) => {
    for (const length of [KIB, 10 * KIB, 100 * KIB]) {
      const text = long(pattern, length)
      const forms = expand(text)
      expect(forms.length).toBeGreaterThanOrEqual(1)
      expect(forms.length).toBeLessThanOrEqual(3)
      expect(new Set(forms).size).toBe(forms.length)
      for (const form of forms) expect(form.length).toBeLessThanOrEqual(20 * text.length)
    }
    const [short, tall] = [long(pattern, 128 * KIB), long(pattern, 2 * KIB * KIB)]
    // Sixteen times the text; quadratic work would be 256 times as long.
    expect(fastest(() => expand(tall))).toBeLessThan(16 * 5 * fastest(() => expand(short)) + 50)
  })
})

describe('over HTTP', () => {
  let running: Running
  beforeAll(async () => {
    running = await startParser(WITH_WEIGHTS)
  })
  afterAll(() => running.close())

  const post = async (path: string, text: string) => {
    const response = await fetch(running.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address: text }),
    })
    return { status: response.status, body: await response.json() }
  }

  test.each(Object.entries(PATTERNS))('%s', async (_name, pattern) => {
    for (const length of [KIB, 10 * KIB, 60 * KIB]) {
      const text = long(pattern, length)
      const fits = Buffer.byteLength(JSON.stringify({ address: text })) <= 100 * KIB
      expect((await post('/expand', text)).status).toBe(fits ? 200 : 413)
      const parsed = await post('/parse', text)
      expect(parsed.status).toBe(fits ? 200 : 413)
      // Values are slices of what was sent, and a road joins such slices by single spaces.
      if (fits) {
        for (const { value } of parsed.body as { value: string }[]) {
          expect(value.split(' ').every((word) => text.includes(word))).toBe(true)
        }
      }
    }
    for (const length of [128 * KIB, KIB * KIB, 2 * KIB * KIB]) {
      expect(await post('/parse', long(pattern, length))).toEqual({
        status: 413,
        body: { error: 'request body too large' },
      })
    }
  })

  test('a parse of ten times the text takes about ten times as long', () => {
    const { parse } = WITH_WEIGHTS
    const of = (length: number) =>
      fastest(() => parse?.(long(PATTERNS['addresses'] ?? '', length), 'formatted', false))
    expect(of(80 * KIB)).toBeLessThan(10 * 5 * of(8 * KIB) + 50)
  })
})
