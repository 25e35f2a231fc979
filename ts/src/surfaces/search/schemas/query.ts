/**
 * Parameters of the routes, for the document. Nothing is refused for its type: values arrive as text, and `parameters.ts` reads
 * them: a value it cannot read counts as absent.
 */
import Type, { type TSchema } from 'typebox'

const text = (description: string) => Type.Optional(Type.String({ description }))
/** A parameter that has no effect, whatever it holds. */
const ignored = (description: string) =>
  Type.Optional(Type.Unknown({ description: `${description} Ignored.` }))

const FORMAT = Type.Optional(
  Type.String({
    default: 'jsonv2',
    description:
      '`jsonv2` or `json` (the same answer), `geojson`, `jsonld` (schema.org). Anything else is `jsonv2`.',
  }),
)
const ADDRESS = text('`1` or `true` adds the `address` block.')
const LANGUAGE = ignored('Names are as the gazetteer stores them.')

/** Of `/search`. */
export const SearchQuery = Type.Object({
  q: text(
    'Free text, at most 512 characters; a longer one finds nothing. Goes before the parts of an address.',
  ),
  street: text('House number and street.'),
  city: text('City.'),
  county: text('County.'),
  state: text('State.'),
  country: text('Country.'),
  postalcode: text('Postcode.'),
  countrycodes: text(
    'ISO 3166-1 alpha-2 codes, comma-separated; the first is a country nothing is found outside of.',
  ),
  format: FORMAT,
  addressdetails: ADDRESS,
  limit: Type.Optional(
    Type.Unknown({ default: 10, description: 'Accepted; at most one result is answered, whatever it says.' }),
  ),
  bounded: ignored('There is no restriction to a view box.'),
  'accept-language': LANGUAGE,
})

const degrees = (most: number, description: string): TSchema =>
  Type.Number({ minimum: -most, maximum: most, description })

/** Of `/reverse`. */
export const ReverseQuery = Type.Object({
  lat: degrees(90, 'Latitude, degrees.'),
  lon: degrees(180, 'Longitude, degrees.'),
  zoom: Type.Optional(
    Type.Unknown({
      default: 18,
      description:
        'The detail is whatever the containing hierarchy provides; below 18 no single house is answered where a register of houses is open.',
    }),
  ),
  addressdetails: ADDRESS,
  format: FORMAT,
  'accept-language': LANGUAGE,
})

/** Of `/lookup`. */
export const LookupQuery = Type.Object({
  osm_ids: text('Identifiers of a map database, which the gazetteers do not hold.'),
  addressdetails: ADDRESS,
  format: FORMAT,
})
