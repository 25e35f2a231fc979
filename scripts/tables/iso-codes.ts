/**
 * Writes `ts/src/codes/countries.json` and `ts/src/codes/divisions.json` from the packages `country-codes-list` and `iso-3166`: what answers say of a
 * country, and the names of the first-level divisions of ISO 3166-2 by code. An install would have 0.9 MB of them for these 150 kB.
 *
 * `npx tsx scripts/tables/iso-codes.ts`, after a new release of either package.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import countryCodes, { type CountryData } from 'country-codes-list'
import { iso31662 } from 'iso-3166'

const FOLDER = join(import.meta.dirname, '../../ts/src/codes')

/** The content of both files by their names. */
export function isoCodes(): Record<string, unknown> {
  const facts = (country: CountryData) => ({
    alpha3: country.countryCodeAlpha3,
    flag: country.flag,
    callingCode: country.countryCallingCode,
    currency: country.currencyCode,
    currencyName: country.currencyNameEn,
    currencySymbol: country.currencySymbol,
  })
  const all = countryCodes.all()
  // `UK` and `EL` after the codes of the standard.
  const countries = [
    ...all.map((country) => [country.countryCode, facts(country)] as const),
    ...all.flatMap((country) =>
      (country.altCodes ?? [])
        .filter((code) => code.length === 2)
        .map((code) => [code, facts(country)] as const),
    ),
  ]
  const divisions = iso31662
    .filter(({ parent }) => parent.length === 2)
    .map(({ code, name }) => [code, name] as const)
  return {
    'countries.json': Object.fromEntries(countries),
    'divisions.json': Object.fromEntries(divisions),
  }
}

if (process.argv[1] === import.meta.filename) {
  for (const [name, content] of Object.entries(isoCodes())) {
    writeFileSync(join(FOLDER, name), `${JSON.stringify(content, null, 2)}\n`)
  }
}
