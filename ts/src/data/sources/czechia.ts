/** RÚIAN, the addresses of Czechia: a table a municipality, monthly (vdp.cuzk.gov.cz). */
import type { Source } from './source.js'

export const CZECHIA: Source = {
  id: 'cz-ruian',
  publisher: 'ČÚZK, RÚIAN',
  country: 'cz',
  gives: 'points',
  url: 'https://vdp.cuzk.gov.cz/vymenny_format/csv/{release}_OB_ADR_{part}.zip',
  release: { by: 'date', every: 'month-end', back: 4 },
  format: 'csv',
  table: {
    entries: '.csv',
    encoding: 'cp1250',
    delimiter: ';',
    epsg: 5514,
    fields: {
      number: ['{Číslo domovní}/{Číslo orientační}{Znak čísla orientačního?}', '{Číslo domovní}'],
      // Villages have no streets: the part of the municipality stands for one, as it does on an envelope.
      street: ['{Název ulice}', '{Název části obce}', '{Název obce}'],
      locality: ['{Název obce}'],
      postcode: ['{PSČ}'],
      lat: ['{Souřadnice X}'],
      lon: ['{Souřadnice Y}'],
    },
  },
  licence: 'CC-BY-4.0',
  attribution: 'ČÚZK, RÚIAN',
  shareAlike: false,
  rhythm: 'monthly',
  grows: 25,
  areas: [{ code: 'cz', name: 'Czechia', parts: ['csv'], rows: 3_000_000 }],
}
