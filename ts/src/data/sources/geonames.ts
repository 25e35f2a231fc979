/** GeoNames: postcodes of a hundred countries, and places of the world, daily (readme files beside the dumps). */
import type { Source } from './source.js'

const LICENCE = { licence: 'CC-BY-4.0', attribution: 'GeoNames', shareAlike: false, rhythm: 'daily' } as const

/** Countries with postal codes; the United States are in every gazetteer. */
const POSTAL =
  'AD AI AL AR AS AT AU AX AZ BD BE BG BM BR BY CA CC CH CL CN CO CR CX CY CZ DE DK DO DZ EC EE ES FI FK FM FO FR GB GF GG GI GL GP GS ' +
  'GT GU HK HM HN HR HT HU ID IE IM IN IO IS IT JE JP KE KR LI LK LT LU LV MA MC MD MH MK MO MP MQ MT MW MX MY NC NF NL NO NR NU NZ PA ' +
  'PE PF PH PK PL PM PN PR PT PW RE RO RS RU SE SG SI SJ SK SM TC TH TR UA UY VA VI WF WS YT ZA'

export const GEONAMES_POSTCODES: Source = {
  ...LICENCE,
  id: 'geonames-postcodes',
  publisher: 'GeoNames, postal codes',
  country: 'world',
  gives: 'postcodes',
  url: 'https://download.geonames.org/export/zip/{part}.zip',
  release: { by: 'file' },
  format: 'geonames',
  grows: 8,
  note: 'GB, IE, CA and MT are the first part of their codes only',
  areas: [{ code: 'world-postcodes', name: 'Postcodes of the world', parts: POSTAL.split(' ') }],
}

export const GEONAMES_PLACES: Source = {
  ...LICENCE,
  id: 'geonames-places',
  publisher: 'GeoNames, places',
  country: 'world',
  gives: 'places',
  url: 'https://download.geonames.org/export/{part}',
  release: { by: 'file' },
  format: 'geonames',
  grows: 12,
  note: 'takes the place of the gazetteer of the install: hamlets too, and names in all languages',
  areas: [
    {
      code: 'world-places',
      name: 'Places of the world',
      parts: [
        'dump/allCountries.zip',
        'dump/admin1CodesASCII.txt',
        'dump/admin2Codes.txt',
        'dump/alternateNamesV2.zip',
        'zip/US.zip',
        'zip/FR.zip',
      ],
    },
  ],
}
