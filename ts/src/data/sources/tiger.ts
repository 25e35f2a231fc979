/** TIGER/Line ADDRFEAT of the US Census Bureau: ranges of house numbers by county, yearly (pelias/interpolation, osm-search/TIGER-data). */
import type { Area, Source } from './source.js'
import { US_COUNTIES } from './us-counties.js'

/** A state and each of its counties. */
function areasOf([state, numbers]: [string, string]): Area[] {
  const [fips = '', ...counties] = numbers.split(' ')
  const parts = counties.map((county) => `${fips}${county}`)
  return [
    { code: `us-${state}`, name: `United States, ${state.toUpperCase()}`, parts },
    ...parts.map((part) => ({
      code: `us-${state}-${part.slice(2)}`,
      name: `United States, ${state.toUpperCase()}, county ${part}`,
      parts: [part],
    })),
  ]
}

export const TIGER: Source = {
  id: 'tiger',
  publisher: 'US Census Bureau, TIGER/Line',
  country: 'us',
  gives: 'ranges',
  url: 'https://www2.census.gov/geo/tiger/TIGER{release}/ADDRFEAT/tl_{release}_{part}_addrfeat.zip',
  release: { by: 'date', every: 'year', back: 3 },
  format: 'shapefile',
  licence: 'public domain',
  attribution: 'US Census Bureau, TIGER/Line',
  shareAlike: false,
  rhythm: 'yearly',
  // A county of 105 kB becomes 390 kB.
  grows: 8,
  areas: Object.entries(US_COUNTIES).flatMap(areasOf),
}
