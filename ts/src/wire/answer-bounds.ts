/** Bounds of an answer as the core takes them. Apart from the schemas (`geocode-options.ts`), which the library does not load. */
import type { GeocodeOptions } from './geocode-options.js'

/** What the caller knows about an answer besides the text. */
export interface AnswerBounds {
  /** Countries the answer lies in, ISO 3166-1 alpha-2, any case; none for all. */
  countries?: string[]
  /** Of several places that fit, the one nearest to this point is taken. */
  near?: { lat: number; lon: number }
  /** The box the answer lies in. */
  bounds?: { south: number; west: number; north: number; east: number }
  /** Answers wanted, from 1. */
  limit?: number
}

/** Most answers that can be asked for. */
export const MOST_ANSWERS = 50

/** The options as the core takes them; undefined if there are none, which is fastest. */
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
