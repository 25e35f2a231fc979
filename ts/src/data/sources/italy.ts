/** ANNCSU, the addresses of Italy: decimal commas, no postcodes, many rows without coordinates. */
import type { Source } from './source.js'

export const ITALY: Source = {
  id: 'it-anncsu',
  publisher: 'Agenzia delle Entrate and ISTAT, ANNCSU',
  country: 'it',
  gives: 'points',
  url: 'https://anncsu.open.agenziaentrate.gov.it/age-inspire/opendata/anncsu/getds.php?{part}',
  release: { by: 'file' },
  format: 'csv',
  table: {
    delimiter: ';',
    fields: {
      number: ['{CIVICO}{ESPONENTE?}'],
      street: ['{ODONIMO}'],
      locality: ['{COMUNE}'],
      lat: ['{COORD_Y_COMUNE}'],
      lon: ['{COORD_X_COMUNE}'],
    },
  },
  licence: 'CC-BY-4.0',
  attribution: 'Istat e Agenzia delle Entrate, ANNCSU',
  shareAlike: false,
  rhythm: 'monthly',
  grows: 25,
  note: 'without postcodes: houses are found by street and town',
  areas: [{ code: 'it', name: 'Italy', parts: ['INDIR_ITA'] }],
}
