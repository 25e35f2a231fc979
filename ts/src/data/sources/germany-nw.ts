/** Geobasis NRW, the addresses of North Rhine-Westphalia: no header and no postcodes. */
import type { Source } from './source.js'

/** Columns are counted, as the description of the file at OpenAddresses does. */
const HEADER = Array.from({ length: 20 }, (_, index) => `c${String(index + 1)}`)

export const NORTHRHINE: Source = {
  id: 'de-nw-gebref',
  publisher: 'Geobasis NRW',
  country: 'de',
  gives: 'points',
  url: 'https://www.opengeodata.nrw.de/produkte/geobasis/lk/akt/gebref_txt/{part}.zip',
  release: { by: 'file' },
  format: 'csv',
  table: {
    entries: 'gebref.txt',
    delimiter: ';',
    header: HEADER,
    epsg: 25832,
    fields: {
      number: ['{c16}{c17?}'],
      street: ['{c15}'],
      locality: ['{c11}'],
      lat: ['{c20}'],
      lon: ['{c19}'],
    },
  },
  licence: 'DL-DE-Zero-2.0',
  attribution: 'Geobasis NRW',
  shareAlike: false,
  rhythm: 'not stated',
  grows: 25,
  note: 'without postcodes: houses are found by street and town',
  areas: [{ code: 'de-nw', name: 'Germany, North Rhine-Westphalia', parts: ['gebref_EPSG25832_ASCII'] }],
}
