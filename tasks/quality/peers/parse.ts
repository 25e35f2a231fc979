/**
 * Reads one JSON string a line, writes the body of `/v1/parse` a line: `npx tsx parse.ts [--locale L] [--input-mode M] [--root DIR]`.
 * Unlike `milepost parse -`, an address may hold a line break. `--root` names another built checkout to measure.
 */
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

import type { createEngine as CreateEngine, InputMode } from '../../../ts/src/engine/engine.js'

const { values } = parseArgs({
  options: {
    locale: { type: 'string', default: 'en-US' },
    'input-mode': { type: 'string', default: 'auto' },
    root: { type: 'string', default: join(import.meta.dirname, '../../..') },
  },
})
const LINES_AT_A_TIME = 512
const inputMode = values['input-mode'] as InputMode

const built = pathToFileURL(join(values.root, 'ts/dist/engine/engine.js')).href
const { createEngine } = (await import(built)) as { createEngine: typeof CreateEngine }
const { parseAll } = createEngine({
  locale: values.locale,
  warn: (message) => {
    if (message.startsWith('parsing')) console.error(message)
  },
})
if (parseAll === undefined) {
  console.error('this build cannot parse: run `npm run build` first')
  process.exit(1)
}

async function answer(lines: string[]): Promise<void> {
  const bodies = (await parseAll?.(lines, inputMode, false)) ?? []
  process.stdout.write(bodies.map((body) => `${body}\n`).join(''))
}

let pending: string[] = []
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  pending.push(JSON.parse(line) as string)
  if (pending.length === LINES_AT_A_TIME) {
    await answer(pending)
    pending = []
  }
}
if (pending.length > 0) await answer(pending)
