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
  /** Languages of the names in the answer (BCP 47), the preferred one first; the gazetteer's main names without one. */
  languages?: string[]
  /** Whether a geocode has what was found as an address in the format of its country. */
  formatted?: boolean
}

/** One language or several as a list. */
export function languagesOf(language: string | string[]): string[] {
  return typeof language === 'string' ? [language] : language
}

/** The options as the core takes them; undefined if there are none, which is fastest. */
export function answerBounds(options: GeocodeOptions): AnswerBounds | undefined {
  const { country, near, bounds, limit, language, formatted } = options
  if ([country, near, bounds, limit, language, formatted].every((option) => option === undefined))
    return undefined
  return {
    ...(country !== undefined && { countries: typeof country === 'string' ? [country] : country }),
    ...(near !== undefined && { near }),
    ...(bounds !== undefined && { bounds }),
    ...(limit !== undefined && { limit }),
    ...(language !== undefined && { languages: languagesOf(language) }),
    ...(formatted !== undefined && { formatted }),
  }
}
