/** BAG light, the addresses of the Netherlands: one GeoPackage (pdok.nl). */
import type { Source } from './source.js'

export const NETHERLANDS: Source = {
  id: 'nl-bag',
  publisher: 'Kadaster, BAG',
  country: 'nl',
  gives: 'points',
  url: 'https://service.pdok.nl/lv/bag/atom/downloads/{part}.gpkg',
  release: { by: 'file' },
  format: 'geopackage',
  table: {
    layer: 'verblijfsobject',
    epsg: 28992,
    fields: {
      number: ['{huisnummer}{huisletter?}-{toevoeging}', '{huisnummer}{huisletter?}'],
      street: ['{openbare_ruimte_naam}'],
      locality: ['{woonplaats_naam}'],
      postcode: ['{postcode}'],
      lat: ['{:lat}'],
      lon: ['{:lon}'],
    },
  },
  licence: 'CC0-1.0',
  attribution: 'Kadaster, Basisregistratie Adressen en Gebouwen',
  shareAlike: false,
  rhythm: 'monthly',
  grows: 1,
  areas: [{ code: 'nl', name: 'Netherlands', parts: ['bag-light'], rows: 9_900_000 }],
}
