/** Register naslovov, the addresses of Slovenia (ipi.eprostor.gov.si). */
import type { Source } from './source.js'

export const SLOVENIA: Source = {
  id: 'si-gurs',
  publisher: 'GURS, Register naslovov',
  country: 'si',
  gives: 'points',
  url: 'https://ipi.eprostor.gov.si/jgp-service-api/display-views/groups/121/composite-products/{part}/file?filterParam=DRZAVA&filterValue=1',
  release: { by: 'file' },
  format: 'csv',
  table: {
    epsg: 3794,
    fields: {
      number: ['{HS_STEVILKA}{HS_DODATEK?}'],
      street: ['{ULICA_NAZIV}', '{NASELJE_NAZIV}'],
      locality: ['{NASELJE_NAZIV}'],
      postcode: ['{POSTNI_OKOLIS_SIFRA}'],
      lat: ['{N}'],
      lon: ['{E}'],
    },
  },
  licence: 'CC-BY-4.0',
  attribution: 'Geodetska uprava Republike Slovenije, Register naslovov',
  shareAlike: false,
  rhythm: 'weekly',
  grows: 25,
  areas: [{ code: 'si', name: 'Slovenia', parts: ['141'], rows: 580_000 }],
}
