/** Geoportal Berlin, the addresses of Berlin: a table without a header. */
import type { Source } from './source.js'

/** Columns are counted, as the description of the file at OpenAddresses does. */
const HEADER = Array.from({ length: 21 }, (_, index) => `c${String(index + 1)}`)

export const BERLIN: Source = {
  id: 'de-be-hko',
  publisher: 'Geoportal Berlin',
  country: 'de',
  gives: 'points',
  url: 'https://gdi.berlin.de/data/adressen_berlin/atom/{part}.zip',
  release: { by: 'file' },
  format: 'csv',
  table: {
    delimiter: ';',
    header: HEADER,
    epsg: 25833,
    fields: {
      number: ['{c16}{c17?}'],
      street: ['{c15}'],
      locality: ['{c13}'],
      postcode: ['{c21}'],
      lat: ['{c20}'],
      lon: ['{c19}'],
    },
  },
  licence: 'DL-DE-Zero-2.0',
  attribution: 'Geoportal Berlin / Hauskoordinaten Berlin',
  shareAlike: false,
  rhythm: 'not stated',
  grows: 25,
  areas: [{ code: 'de-be', name: 'Germany, Berlin', parts: ['HKO_EPSG25833'] }],
}
