/**
 * OpenAddresses: registers in one format, weekly (openaddresses/batch). Rows keep each publisher's terms, which are those of its file below
 * `sources/` of openaddresses/openaddresses: the jobs do not carry them.
 */
import type { Source } from './source.js'

/** Country, its source, its name, terms and credit. */
const COUNTRIES: readonly [string, string, string, string, string][] = [
  ['at', 'at/countrywide', 'Austria', 'CC-BY-4.0', '© Österreichisches Adressregister'],
  [
    'au',
    'au/countrywide',
    'Australia',
    'G-NAF end user licence (no mail lists)',
    'G-NAF © Geoscape Australia',
  ],
  [
    'ca',
    'ca/countrywide',
    'Canada',
    'Statistics Canada Open Licence',
    'Statistics Canada, National Address Register',
  ],
  ['dk', 'dk/countrywide', 'Denmark', 'CC-BY-4.0', 'Klimadatastyrelsen'],
  ['es', 'es/countrywide', 'Spain', 'CC-BY-4.0', 'CartoCiudad CC-BY 4.0 scne.es'],
  ['is', 'is/countrywide', 'Iceland', 'Icelandic re-use guidelines', 'HMS'],
  ['li', 'li/countrywide', 'Liechtenstein', 'terms of its office', 'Liechtensteinische Landesverwaltung'],
  ['lt', 'lt/countrywide', 'Lithuania', 'CC-BY-4.0', 'Registrų centras'],
  ['lu', 'lu/countrywide', 'Luxembourg', 'CC0-1.0', 'Administration du Cadastre et de la Topographie'],
  ['nz', 'nz/countrywide', 'New Zealand', 'CC-BY-4.0', 'Land Information New Zealand'],
  ['pt', 'pt/countrywide', 'Portugal', 'CC-BY-4.0', 'Instituto Nacional de Estatística'],
  ['sg', 'sg/countrywide', 'Singapore', 'Singapore Open Data Licence', 'Singapore Land Authority'],
]

export const OPENADDRESSES: Source = {
  id: 'openaddresses',
  publisher: 'OpenAddresses',
  country: 'world',
  gives: 'points',
  url: 'https://batch.openaddresses.io/api/data?source={part}&layer=addresses',
  release: { by: 'openaddresses' },
  format: 'geojson',
  licence: 'of each publisher',
  attribution: 'OpenAddresses',
  shareAlike: false,
  rhythm: 'weekly',
  grows: 20,
  token: 'OPENADDRESSES_TOKEN',
  note: 'needs a free account; its token is read from OPENADDRESSES_TOKEN',
  areas: COUNTRIES.map(([code, source, name, licence, attribution]) => ({
    code,
    name,
    parts: [source],
    licence,
    attribution,
  })),
}
