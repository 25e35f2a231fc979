/** BeST, the addresses of Belgium by region (opendata.bosa.be). */
import type { Source } from './source.js'

const names = (column: string) => [`{${column}_nl}`, `{${column}_fr}`, `{${column}_de}`]

export const BELGIUM: Source = {
  id: 'be-best',
  publisher: 'BOSA, BeST',
  country: 'be',
  gives: 'points',
  url: 'https://opendata.bosa.be/download/best/openaddress-be{part}.zip',
  release: { by: 'file' },
  format: 'csv',
  table: {
    delimiter: ',',
    entries: '.csv',
    keep: { status: 'current' },
    fields: {
      number: ['{house_number}'],
      street: names('streetname'),
      unit: ['{box_number}'],
      locality: names('municipality_name'),
      postcode: ['{postcode}'],
      lat: ['{EPSG:4326_lat}'],
      lon: ['{EPSG:4326_lon}'],
    },
  },
  licence: 'CC-BY-4.0',
  attribution: 'FPS BOSA, BeST Address',
  shareAlike: false,
  rhythm: 'not stated',
  grows: 25,
  note: 'one name of a street that has several: the Dutch before the French before the German',
  areas: [
    { code: 'be', name: 'Belgium', parts: ['bru', 'vlg', 'wal'], rows: 6_700_000 },
    { code: 'be-bru', name: 'Belgium, Brussels', parts: ['bru'], bytes: 17_000_000 },
    { code: 'be-vlg', name: 'Belgium, Flanders', parts: ['vlg'] },
    { code: 'be-wal', name: 'Belgium, Wallonia', parts: ['wal'] },
  ],
}
