/** LGL, the addresses of Baden-Württemberg: no postcodes. */
import type { Source } from './source.js'

export const BADEN: Source = {
  id: 'de-bw-hk',
  publisher: 'LGL Baden-Württemberg',
  country: 'de',
  gives: 'points',
  url: 'https://opengeodata.lgl-bw.de/data/hk/{part}.zip',
  release: { by: 'file' },
  format: 'csv',
  table: {
    delimiter: ';',
    epsg: 25832,
    fields: {
      number: ['{hnr}{adz?}'],
      street: ['{str}'],
      locality: ['{gmd}'],
      lat: ['{nordwert}'],
      lon: ['{ostwert}'],
    },
  },
  licence: 'DL-DE-BY-2.0',
  attribution: 'LGL, www.lgl-bw.de, dl-de/by-2-0',
  shareAlike: false,
  rhythm: 'not stated',
  grows: 25,
  note: 'without postcodes: houses are found by street and town',
  areas: [{ code: 'de-bw', name: 'Germany, Baden-Württemberg', parts: ['hk_bw'] }],
}
