/** The country an answer lies in, as the country list knows it. */
import { type CountryData, findOneByCode } from 'country-codes-list'

import type { Subject } from './subject.js'

/** Undefined without a country and for a code nobody has. */
export function countryOf({ countryCode }: Subject): CountryData | undefined {
  return countryCode === undefined ? undefined : findOneByCode(countryCode)
}
