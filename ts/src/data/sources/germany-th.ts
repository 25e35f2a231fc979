/** TLBG, the addresses of Thuringia. */
import type { Source } from './source.js'

export const THURINGIA: Source = {
  id: 'de-th-hk',
  publisher: 'TLBG Thüringen',
  country: 'de',
  gives: 'points',
  url: 'https://geoportal.geoportal-th.de/hausko_umr/{part}.zip',
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
  attribution: 'Freistaat Thüringen',
  shareAlike: false,
  rhythm: 'not stated',
  grows: 25,
  areas: [{ code: 'de-th', name: 'Germany, Thuringia', parts: ['HK-TH'] }],
}
