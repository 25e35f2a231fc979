/** GeoSN, the addresses of Saxony. */
import type { Source } from './source.js'

export const SAXONY: Source = {
  id: 'de-sn-hk',
  publisher: 'GeoSN',
  country: 'de',
  gives: 'points',
  url: 'https://geocloud.landesvermessung.sachsen.de/public.php/dav/files/B3HnXbDDgAkw69a/{part}.zip',
  release: { by: 'file' },
  format: 'csv',
  table: {
    delimiter: ';',
    epsg: 25833,
    fields: {
      number: ['{hnr}{adz?}'],
      street: ['{str}'],
      locality: ['{postonm}'],
      postcode: ['{postplz}'],
      lat: ['{nordwert}'],
      lon: ['{ostwert}'],
    },
  },
  licence: 'DL-DE-BY-2.0',
  attribution: 'Staatsbetrieb Geobasisinformation und Vermessung Sachsen',
  shareAlike: false,
  rhythm: 'not stated',
  grows: 25,
  areas: [{ code: 'de-sn', name: 'Germany, Saxony', parts: ['hk_sn_ascii'] }],
}
