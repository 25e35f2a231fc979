/** `milepost parse`, `milepost geocode` and `milepost expand`: one address, or one per line. */
import { createEngine, type Engine, type InputMode } from '../engine/engine.js'
import { answerBounds } from '../wire/answer-bounds.js'
import type { GeocodeOptions } from '../wire/geocode-options.js'
import { print } from '../terminal/output.js'
import { eachLine } from './lines.js'
import { renderExpansions, renderGeocode, renderLabels, renderParse } from './render.js'

/** The operation on an address. */
export type Question = 'parse' | 'geocode' | 'expand'

/** Flags of the commands; each has those that apply to it. */
export interface AnswerOptions extends GeocodeOptions {
  json?: boolean
  debug?: boolean
  /** Shape of a parse: the body of `/v1/parse`, or that of `/parse` on the parser surface. */
  format?: ParseFormat
  locale?: string
  weights?: string
  candidateDb?: string
  inputMode?: InputMode
}

/** Shapes of a parse. */
export const PARSE_FORMATS = ['native', 'libpostal'] as const
type ParseFormat = (typeof PARSE_FORMATS)[number]

/** The error for an address that is empty or blank, in the same words as over HTTP. */
const ADDRESS_REQUIRED = 'address is required'

type Ask = (addresses: string[]) => Promise<string[]>

/**
 * Answers one address: a card or a table on a terminal, otherwise the JSON body.
 * @throws Error if the address is empty or the capability is absent.
 */
export async function answerText(question: Question, text: string, options: AnswerOptions): Promise<void> {
  if (text.trim() === '') throw new Error(ADDRESS_REQUIRED)
  const [body = ''] = await open(question, options)([text])
  const failure = (JSON.parse(body) as { error?: string }).error
  if (failure !== undefined) throw new Error(failure)
  const readable = process.stdout.isTTY && options.json !== true
  await print(readable ? rendererOf(question, options)(body) : `${body}\n`)
}

function rendererOf(question: Question, { format }: AnswerOptions): (body: string) => string {
  if (question === 'geocode') return renderGeocode
  if (question === 'expand') return renderExpansions
  return format === 'libpostal' ? renderLabels : renderParse
}

/** Answers standard input line by line, in order; a blank line answers `{input, error}`. */
export async function answerLines(question: Question, options: AnswerOptions): Promise<void> {
  const ask = open(question, options)
  await eachLine((lines) => answerAll(ask, lines), { addresses: true })
}

async function answerAll(ask: Ask, lines: string[]): Promise<string[]> {
  const answers = await ask(lines.filter((line) => line.trim() !== ''))
  let next = 0
  return lines.map((line) => (line.trim() === '' ? blank(line) : (answers[next++] ?? blank(line))))
}

/** The answer to a line without an address. */
function blank(line: string): string {
  return JSON.stringify({ input: line, error: ADDRESS_REQUIRED })
}

function open(question: Question, options: AnswerOptions): Ask {
  const warnings: string[] = []
  const engine: Engine = createEngine({
    ...(options.locale !== undefined && { locale: options.locale }),
    weights: options.weights,
    candidateDb: options.candidateDb,
    gazetteer: question === 'geocode',
    warn: (message) => void warnings.push(message),
  })
  const { parseAll, labelAll, geocodeAll, expand } = engine
  const { format, debug = false } = options
  // The labels of complete records, as on the parser surface.
  const labels = format === 'libpostal'
  const { inputMode = labels ? 'formatted' : 'auto' } = options
  if (question === 'parse' && labelAll && labels) return (addresses) => labelAll(addresses, inputMode)
  const country = typeof options.country === 'string' ? options.country : undefined
  if (question === 'parse' && parseAll) return (addresses) => parseAll(addresses, inputMode, debug, country)
  const bounds = answerBounds(options)
  if (question === 'geocode' && geocodeAll) return (addresses) => geocodeAll(addresses, inputMode, bounds)
  if (question === 'expand' && expand) return (addresses) => Promise.resolve(addresses.map(expand))
  throw new Error(warnings.join('; '))
}
