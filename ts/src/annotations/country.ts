/** Annotations of the country that an answer lies in. */
import { type Country, countryOfCode } from '../codes/countries.js'
import type { Annotator, Subject } from './subject.js'

/** The country of an answer; undefined without a country code and for an unknown one. */
function countryOf({ countryCode }: Subject): Country | undefined {
  return countryCode === undefined ? undefined : countryOfCode(countryCode)
}

/** Two regional indicator symbols: `🇫🇷`. */
export const flag: Annotator<'flag'> = (subject) => countryOf(subject)?.flag

/** Code of ITU-T E.164: `44`. */
export const callingCode: Annotator<'callingcode'> = (subject) => {
  const code = countryOf(subject)?.callingCode
  return code === undefined || code === '' ? undefined : Number(code)
}

/** By ISO 4217; undefined for a country without a currency, such as Antarctica. */
export const currency: Annotator<'currency'> = (subject) => {
  const country = countryOf(subject)
  if (country === undefined || country.currency === '') return undefined
  const { currency, currencyName, currencySymbol } = country
  return {
    iso_code: currency,
    ...(currencyName !== '' && { name: currencyName }),
    ...(currencySymbol !== '' && { symbol: currencySymbol }),
  }
}
