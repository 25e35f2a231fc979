/** LVermGeo, the addresses of Rhineland-Palatinate. */
import type { Source } from './source.js'

export const PALATINATE: Source = {
  id: 'de-rp-hk',
  publisher: 'LVermGeo Rheinland-Pfalz',
  country: 'de',
  gives: 'points',
  url: 'https://geobasis-rlp.de/data/hk/current/zip/{part}.zip',
  release: { by: 'file' },
  format: 'csv',
  table: {
    delimiter: ';',
    epsg: 25832,
    fields: {
      number: ['{hnr}{adz?}'],
      street: ['{str}'],
      locality: ['{gmd}'],
      postcode: ['{postplz}'],
      lat: ['{nordwert}'],
      lon: ['{ostwert}'],
    },
  },
  licence: 'DL-DE-BY-2.0',
  attribution: 'GeoBasis-DE / LVermGeoRP',
  shareAlike: false,
  rhythm: 'not stated',
  grows: 25,
  areas: [{ code: 'de-rp', name: 'Germany, Rhineland-Palatinate', parts: ['HAUSKOORDINATEN_RP'] }],
}
