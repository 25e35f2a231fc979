/** National Address Database of the US Department of Transportation: one text file, quarterly. */
import type { Source } from './source.js'

export const NAD: Source = {
  id: 'nad',
  publisher: 'US Department of Transportation, National Address Database',
  country: 'us',
  gives: 'points',
  url: 'https://data.transportation.gov/download/fc2s-wawr/application/{part}',
  release: { by: 'file' },
  format: 'csv',
  table: {
    // The only text of the archive whose name changes with the release: TXT/NAD_r23.txt.
    entries: '.txt',
    delimiter: ',',
    fields: {
      number: ['{AddNo_Full}', '{Add_Number}'],
      street: ['{StNam_Full}'],
      unit: ['{Unit}'],
      // "Not stated" stands where nothing is.
      locality: [
        '{Post_City!Not stated}',
        '{Inc_Muni!Not stated}',
        '{Census_Plc!Not stated}',
        '{Uninc_Comm!Not stated}',
        '{County}',
      ],
      region: ['{State}'],
      postcode: ['{Zip_Code}'],
      lat: ['{Latitude}'],
      lon: ['{Longitude}'],
    },
  },
  licence: 'NAD terms (public domain with a disclaimer)',
  attribution: 'US Department of Transportation, National Address Database',
  shareAlike: false,
  rhythm: 'quarterly',
  grows: 2,
  note: 'one file of all states; Overture Maps has its rows by state',
  areas: [
    {
      code: 'us',
      name: 'United States',
      parts: ['x-zip-compressed'],
      rows: 85_000_000,
      bytes: 41_000_000_000,
    },
  ],
}
