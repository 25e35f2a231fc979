/** Currency of the country, by ISO 4217. */
import { countryOf } from './country.js'
import type { Annotator } from './subject.js'

/** The facts of a currency. */
interface Currency {
  iso_code: string
  name?: string
  symbol?: string
}

/** Undefined for a country without a currency, such as Antarctica. */
export const currency: Annotator<Currency> = (subject) => {
  const country = countryOf(subject)
  if (country === undefined || country.currency === '') return undefined
  const { currency, currencyName, currencySymbol } = country
  return {
    iso_code: currency,
    ...(currencyName !== '' && { name: currencyName }),
    ...(currencySymbol !== '' && { symbol: currencySymbol }),
  }
}
