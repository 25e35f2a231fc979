/**
 * Overture Maps, addresses: GeoParquet of the world, monthly, of which the row groups of a country are fetched (OvertureMaps/docs,
 * /schema, /stac). A release is deleted after 60 days, so the newest one is asked for each time.
 */
import { COUNTRIES, STATES } from './overture-areas.js'
import { OTHER_COUNTRIES } from './overture-other-areas.js'
import type { Area, Source } from './source.js'

/** Bytes of a row in the download, a median of what docs and indexes say, and half as much again for groups that countries share. */
const BYTES_A_ROW = 70

export const OVERTURE: Source = {
  id: 'overture',
  publisher: 'Overture Maps, addresses',
  country: 'world',
  gives: 'points',
  url: 'https://overturemaps-us-west-2.s3.us-west-2.amazonaws.com/release/{release}/{part}',
  release: { by: 'overture' },
  format: 'geoparquet',
  licence: 'terms of each source',
  attribution: 'Overture Maps Foundation and the sources it names',
  shareAlike: false,
  rhythm: 'monthly',
  grows: 8,
  note: 'terms are those of each source, mostly CC-BY-4.0, CC0-1.0 and national open licences: docs.overturemaps.org/attribution',
  areas: [
    ...COUNTRIES.map(([code, name, rows, boxes]): Area => ({
      code,
      name,
      parts: ['theme=addresses/type=address/'],
      rows,
      bytes: rows * BYTES_A_ROW,
      boxes,
    })),
    ...STATES.map(([state, name, boxes]): Area => ({
      code: `us-${state}`,
      name: `United States, ${name}`,
      parts: ['theme=addresses/type=address/'],
      boxes,
      region: state.toUpperCase(),
    })),
  ],
}

/** Code, name and boxes of every country. */
export const EVERY_COUNTRY = [
  ...COUNTRIES.map(([code, name, , boxes]) => [code, name, boxes] as const),
  ...OTHER_COUNTRIES,
]

/** Where the places lie in a release. */
const PLACES = 'theme=places/type=place/'

/**
 * Overture Maps, places: points of interest of all countries, `fr-poi`. Their rows say no country but that of their address, by which they
 * are taken; one without an address is left out.
 */
export const OVERTURE_PLACES: Source = {
  ...OVERTURE,
  id: 'overture-places',
  publisher: 'Overture Maps, places',
  gives: 'poi',
  licence: 'CDLA-Permissive-2.0, Apache-2.0, CC0-1.0',
  attribution: 'Overture Maps Foundation and the sources it names',
  grows: 4,
  note: 'terms are those of each source: docs.overturemaps.org/attribution',
  areas: EVERY_COUNTRY.map(([code, name, boxes]): Area => ({
    code: `${code}-poi`,
    name: `${name}, points of interest`,
    parts: [PLACES],
    boxes,
  })),
}

/**
 * Overture Maps, divisions: places with their names in many languages, and their areas. The rows are those of OpenStreetMap, whose licence asks
 * for the same terms for what is made of them.
 */
export const OVERTURE_DIVISIONS: Source = {
  ...OVERTURE,
  id: 'overture-divisions',
  publisher: 'Overture Maps, divisions',
  gives: 'divisions',
  licence: 'ODbL-1.0',
  attribution: '© OpenStreetMap contributors, Overture Maps Foundation',
  shareAlike: true,
  grows: 3,
  note: 'the gazetteers of the data root that are made of it are under ODbL-1.0 as well, where you pass them on',
  areas: EVERY_COUNTRY.map(([code, name, boxes]): Area => ({
    code: `${code}-places`,
    name: `${name}, places and polygons`,
    parts: ['theme=divisions/type=division/', 'theme=divisions/type=division_area/'],
    boxes,
  })),
}
