/**
 * OpenStreetMap, in the extracts that Geofabrik cuts by country every day: houses, streets, places, postcodes and points of interest. The
 * index names the extract of a country by its ISO 3166-1 code (download.geofabrik.de/technical.html).
 */
import { EVERY_COUNTRY } from './overture.js'
import type { Area, Source } from './source.js'

/** Territories without a settlement in the starter gazetteer, which the other publishers lack. */
const REMOTE = [
  ['bv', 'Bouvet Island'],
  ['hm', 'Heard Island and McDonald Islands'],
  ['io', 'British Indian Ocean Territory'],
  ['um', 'United States Minor Outlying Islands'],
] as const

export const OPENSTREETMAP: Source = {
  id: 'osm',
  publisher: 'OpenStreetMap',
  country: 'world',
  gives: 'osm',
  url: 'https://download.geofabrik.de/index-v1-nogeom.json',
  release: { by: 'geofabrik' },
  format: 'pbf',
  licence: 'ODbL-1.0',
  attribution: '© OpenStreetMap contributors (ODbL 1.0, openstreetmap.org/copyright)',
  shareAlike: true,
  rhythm: 'daily',
  // As the builder checks: 3 in the data root and 1.5 for what it sorts.
  grows: 4.5,
  note: 'what is made of it, with the gazetteers of the data root, is under ODbL-1.0 as well, where you pass it on',
  areas: [...EVERY_COUNTRY, ...REMOTE].map(([code, name]): Area => ({ code, name, parts: [code] })),
}
