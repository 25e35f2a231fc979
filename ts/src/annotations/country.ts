/** The country an answer lies in. */
import { type Country, countryOfCode } from '../codes/countries.js'
import type { Subject } from './subject.js'

/** The country of an answer; undefined without a country code and for an unknown one. */
export function countryOf({ countryCode }: Subject): Country | undefined {
  return countryCode === undefined ? undefined : countryOfCode(countryCode)
}
