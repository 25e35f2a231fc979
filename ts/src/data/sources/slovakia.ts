/** Register adries, the addresses of Slovakia: a number of the building and one of the street, of which people write either. */
import type { Source } from './source.js'

export const SLOVAKIA: Source = {
  id: 'sk-ra',
  publisher: 'Ministry of Interior of Slovakia, Register adries',
  country: 'sk',
  gives: 'points',
  url: 'https://data.slovensko.sk/download?id={part}',
  release: { by: 'file' },
  format: 'csv',
  table: {
    delimiter: ';',
    fields: {
      number: ['{SUPISNE_CISLO}/{ORIENTACNE_CISLO_CELE}', '{ORIENTACNE_CISLO_CELE}', '{SUPISNE_CISLO}'],
      // A village without streets numbers its houses.
      street: ['{ULICA}', '{CAST_OBCE}'],
      locality: ['{CAST_OBCE}', '{OBEC}'],
      postcode: ['{PSC}'],
      lat: ['{ADRBOD_Y}'],
      lon: ['{ADRBOD_X}'],
    },
  },
  licence: 'CC0-1.0',
  attribution: 'Ministerstvo vnútra Slovenskej republiky',
  shareAlike: false,
  rhythm: 'not stated',
  grows: 4,
  areas: [{ code: 'sk', name: 'Slovakia', parts: ['d22c42f3-82b5-450d-b8fb-4245d50a31ec'], rows: 1_700_000 }],
}
