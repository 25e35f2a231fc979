/** What a caller says of an answer, as the core takes it. Apart from the schemas (`geocode-options.ts`), which the library does without. */
import type { AnswerBounds } from '../engine/engine.js'
import type { GeocodeOptions } from './geocode-options.js'

/** Most answers that can be asked for. */
export const MOST_ANSWERS = 50

/** The options as the core takes them; undefined where there are none, which costs the least. */
export function answerBounds({ country, near, bounds, limit }: GeocodeOptions): AnswerBounds | undefined {
  if (country === undefined && near === undefined && bounds === undefined && limit === undefined) {
    return undefined
  }
  return {
    ...(country !== undefined && { countries: typeof country === 'string' ? [country] : country }),
    ...(near !== undefined && { near }),
    ...(bounds !== undefined && { bounds }),
    ...(limit !== undefined && { limit }),
  }
}
