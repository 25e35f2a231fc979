/** `milepost parse` and `milepost geocode`: one address, or one a line. */
import { once } from 'node:events'
import { createInterface } from 'node:readline'

import { createEngine, type Engine, type InputMode } from '../engine/engine.js'
import { renderGeocode, renderParse } from './render.js'

/** What is asked of an address. */
export type Question = 'parse' | 'geocode'

/** Flags of both commands. */
export interface AnswerOptions {
  json?: boolean
  debug?: boolean
  locale: string
  weights?: string
  candidateDb?: string
  inputMode: InputMode
}

/** The interface's words for an address that is empty or blank. */
const ADDRESS_REQUIRED = 'address is required'

/** Lines answered at a time: bounds memory, and is enough to keep every core busy. */
const LINES_AT_A_TIME = 512

type Ask = (addresses: string[]) => Promise<string[]>

/**
 * Answers one address: a table on a terminal, else the JSON body.
 * @throws Error when the address is empty or the capability is absent.
 */
export async function answerText(question: Question, text: string, options: AnswerOptions): Promise<void> {
  if (text.trim() === '') throw new Error(ADDRESS_REQUIRED)
  const [body = ''] = await open(question, options)([text])
  const failure = (JSON.parse(body) as { error?: string }).error
  if (failure !== undefined) throw new Error(failure)
  const readable = process.stdout.isTTY && options.json !== true
  const render = question === 'parse' ? renderParse : renderGeocode
  process.stdout.write(readable ? render(body) : `${body}\n`)
}

/** Answers standard input line by line, in order; a blank line answers `{input, error}`. */
export async function answerLines(question: Question, options: AnswerOptions): Promise<void> {
  const ask = open(question, options)
  let readerGone = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // `milepost parse - | head` is no failure.
    if (error.code !== 'EPIPE') throw error
    readerGone = true
    process.exit(0)
  })
  const write = async (lines: string[]) => {
    const answered = await answerAll(ask, lines)
    if (!readerGone && !process.stdout.write(answered.map((line) => `${line}\n`).join(''))) {
      await once(process.stdout, 'drain')
    }
  }
  let pending: string[] = []
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    pending.push(line)
    if (pending.length === LINES_AT_A_TIME) {
      await write(pending)
      pending = []
    }
  }
  if (pending.length > 0) await write(pending)
}

async function answerAll(ask: Ask, lines: string[]): Promise<string[]> {
  const answers = await ask(lines.filter((line) => line.trim() !== ''))
  let next = 0
  return lines.map((line) => (line.trim() === '' ? BLANK_LINE : (answers[next++] ?? BLANK_LINE)))
}

const BLANK_LINE = JSON.stringify({ input: '', error: ADDRESS_REQUIRED })

function open(question: Question, options: AnswerOptions): Ask {
  const warnings: string[] = []
  const engine: Engine = createEngine({
    locale: options.locale,
    weights: options.weights,
    candidateDb: options.candidateDb,
    warn: (message) => void warnings.push(message),
  })
  const { parseAll, geocodeAll } = engine
  const { inputMode, debug = false } = options
  if (question === 'parse' && parseAll) return (addresses) => parseAll(addresses, inputMode, debug)
  if (question === 'geocode' && geocodeAll) return (addresses) => geocodeAll(addresses, inputMode)
  throw new Error(warnings.join('; '))
}
