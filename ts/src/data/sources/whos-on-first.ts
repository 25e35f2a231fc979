/**
 * Who's On First: places of a country with their names in many languages, hierarchy and polygons, in SQLite (data.geocode.earth, which
 * pelias/whosonfirst reads).
 */
import { COUNTRIES } from './overture-areas.js'
import { OTHER_COUNTRIES } from './overture-other-areas.js'
import type { Source } from './source.js'

export const WHOS_ON_FIRST: Source = {
  id: 'whos-on-first',
  publisher: "Who's On First",
  country: 'world',
  gives: 'divisions',
  url: 'https://data.geocode.earth/wof/dist/sqlite/whosonfirst-data-admin-{part}-latest.db.bz2',
  release: { by: 'file' },
  format: 'sqlite',
  licence: 'CC-BY-4.0, CC0-1.0 and others of each source',
  attribution: "Who's On First (whosonfirst.org)",
  shareAlike: false,
  rhythm: 'now and then',
  grows: 12,
  note: 'terms are those of each source: whosonfirst.org/docs/licenses; show the credit with a link',
  areas: [...COUNTRIES, ...OTHER_COUNTRIES].map(([code, name]) => ({
    code: `${code}-places`,
    name: `${name}, places and polygons`,
    parts: [code],
  })),
}
