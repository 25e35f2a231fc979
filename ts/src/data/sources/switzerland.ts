/** Amtliches Verzeichnis der Gebäudeadressen, the addresses of Switzerland (data.geo.admin.ch). */
import type { Source } from './source.js'

export const SWITZERLAND: Source = {
  id: 'ch-swisstopo',
  publisher: 'swisstopo, Verzeichnis der Gebäudeadressen',
  country: 'ch',
  gives: 'points',
  url: 'https://data.geo.admin.ch/ch.swisstopo.amtliches-gebaeudeadressverzeichnis/amtliches-gebaeudeadressverzeichnis_{part}/amtliches-gebaeudeadressverzeichnis_{part}_2056.csv.zip',
  release: { by: 'file' },
  format: 'csv',
  table: {
    entries: '.csv',
    delimiter: ';',
    epsg: 2056,
    fields: {
      number: ['{ADR_NUMBER}'],
      street: ['{STN_LABEL}'],
      // Postcode and town in one: "8001 Zürich".
      locality: ['{ZIP_LABEL:rest}'],
      postcode: ['{ZIP_LABEL:first}'],
      region: ['{COM_CANTON}'],
      lat: ['{ADR_NORTHING}'],
      lon: ['{ADR_EASTING}'],
    },
  },
  licence: 'swisstopo free geodata (credit the source)',
  attribution: 'Bundesamt für Landestopografie swisstopo',
  shareAlike: false,
  rhythm: 'weekly',
  grows: 25,
  areas: [{ code: 'ch', name: 'Switzerland', parts: ['ch'], rows: 3_300_000 }],
}
