/** Codes of ISO 3166 and facts about countries. `scripts/tables/iso-codes.ts` writes the files. */
import COUNTRIES from './countries.json' with { type: 'json' }

/** Facts about a country. A text is empty if the country has no such value: Antarctica has no currency. */
export interface Country {
  /** ISO 3166-1 alpha-3. */
  alpha3: string
  /** Two regional indicators. */
  flag: string
  /** Digits of E.164 behind the plus. */
  callingCode: string
  /** ISO 4217. */
  currency: string
  currencyName: string
  currencySymbol: string
}

const BY_CODE: ReadonlyMap<string, Country> = new Map(Object.entries(COUNTRIES))
// `UK` and `EL` are aliases behind the codes of the standard; the standard code wins.
const BY_ALPHA_3 = new Map([...BY_CODE].reverse().map(([code, { alpha3 }]) => [alpha3, code]))

/** The country of an ISO 3166-1 alpha-2 code in any case; undefined for an unknown code. */
export function countryOfCode(code: string): Country | undefined {
  // `ß` would become `SS`.
  return /^[A-Za-z]{2}$/.test(code) ? BY_CODE.get(code.toUpperCase()) : undefined
}

/** ISO 3166-1 alpha-2 of alpha-3, upper case. */
export function alpha2Of(alpha3: string): string | undefined {
  return BY_ALPHA_3.get(alpha3)
}
