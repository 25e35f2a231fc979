/** `milepost reverse`: what is at a point. */
import { createEngine } from '../engine/engine.js'
import { print } from '../terminal/output.js'
import { renderReverse } from './render.js'

/** Flags of the command. */
export interface ReverseOptions {
  json?: boolean
  language?: string[]
  formatted?: boolean
  candidateDb?: string
}

/**
 * Answers a point in degrees: a card on a terminal, otherwise the body of `/v1/reverse`.
 * @throws Error without an administrative database.
 */
export async function answerPoint(lat: number, lon: number, options: ReverseOptions): Promise<void> {
  const warnings: string[] = []
  const { candidateDb, language: languages, formatted } = options
  const engine = createEngine({ candidateDb, warn: (message) => void warnings.push(message) })
  if (engine.reverseBody === undefined) throw new Error(warnings.join('; '))
  const body = engine.reverseBody(lat, lon, { languages, formatted })
  const readable = process.stdout.isTTY && options.json !== true
  await print(readable ? renderReverse(body) : `${body}\n`)
}
