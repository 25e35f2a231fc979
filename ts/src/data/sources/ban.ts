/** Base Adresse Nationale: the addresses of France by département, nightly (BaseAdresseNationale/ban-plateforme, adresses-csv.md). */
import type { Source } from './source.js'

/** Départements: 20 is 2A and 2B; overseas ones have three digits. */
const DEPARTEMENTS = [
  ...Array.from({ length: 95 }, (_, index) => String(index + 1).padStart(2, '0')).filter(
    (code) => code !== '20',
  ),
  '2A',
  '2B',
  ...['971', '972', '973', '974', '975', '976', '977', '978'],
]

/** Rows of all of France, of which a département is about a hundredth. */
const ROWS = 26_060_000

export const BAN: Source = {
  id: 'ban',
  publisher: 'Base Adresse Nationale',
  country: 'fr',
  gives: 'points',
  url: 'https://adresse.data.gouv.fr/data/ban/adresses/latest/csv/adresses-{part}.csv.gz',
  release: { by: 'file' },
  format: 'csv',
  table: {
    delimiter: ';',
    fields: {
      number: ['{numero} {rep?}'],
      street: ['{nom_voie}'],
      locality: ['{nom_commune}'],
      postcode: ['{code_postal}'],
      lat: ['{lat}'],
      lon: ['{lon}'],
    },
  },
  licence: 'etalab-2.0',
  attribution: 'Base Adresse Nationale',
  shareAlike: false,
  rhythm: 'nightly',
  // 2 million rows: 48.5 MB of gzip became 592 MB, and half as much again for a while.
  grows: 20,
  areas: [
    { code: 'fr', name: 'France', parts: ['france'], rows: ROWS },
    ...DEPARTEMENTS.map((code) => ({
      code: `fr-${code.toLowerCase()}`,
      name: `France, département ${code}`,
      parts: [code],
    })),
  ],
}
