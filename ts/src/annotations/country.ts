/** The country an answer lies in. */
import { type Country, countryOfCode } from '../codes/countries.js'
import type { Subject } from './subject.js'

/** Undefined without a country and for a code nobody has. */
export function countryOf({ countryCode }: Subject): Country | undefined {
  return countryCode === undefined ? undefined : countryOfCode(countryCode)
}
