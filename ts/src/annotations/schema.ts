/** The `annotations` of an answer: the one source of its type and of its part of the OpenAPI document. */
import Type, { type Static } from 'typebox'

import { integer, number } from '../wire/fields.js'

const Region = Type.Object({ code: Type.String({ examples: ['FRK24'] }) })
const Event = Type.Object({ apparent: integer('Seconds since 1970.') })

/**
 * Every key may be missing, since an annotation that fails is left out; the descriptions say when one is there otherwise.
 */
export const AnnotationsSchema = Type.Object(
  {
    DMS: Type.Optional(
      Type.Object(
        {
          lat: Type.String({ examples: ['38° 53′ 51.72″ N'] }),
          lng: Type.String({ examples: ['77° 2′ 11.40″ W'] }),
        },
        { description: 'Degrees, minutes and seconds. Always there.' },
      ),
    ),
    MGRS: Type.Optional(
      Type.String({
        description: 'Military grid reference to the metre. From 80° S to 84° N.',
        examples: ['18SUJ2348306482'],
      }),
    ),
    Maidenhead: Type.Optional(
      Type.String({ description: 'Locator of radio amateurs. Always there.', examples: ['FM18lv'] }),
    ),
    Mercator: Type.Optional(
      Type.Object(
        { x: Type.Number(), y: Type.Number() },
        { description: 'Metres in EPSG:3857; latitudes are cut at 85.05112878°. Always there.' },
      ),
    ),
    geohash: Type.Optional(
      Type.String({ description: 'Nine characters. Always there.', examples: ['gcpvj0duq'] }),
    ),
    qibla: Type.Optional(
      number('Direction of the Kaaba, degrees clockwise from north. Always there.', {
        minimum: 0,
        exclusiveMaximum: 360,
      }),
    ),
    sun: Type.Optional(
      Type.Object(
        { rise: Type.Optional(Event), set: Type.Optional(Event) },
        {
          description:
            'Of the solar day at the place that holds the time of the request. Always there; without `rise` and `set` in polar day and polar night.',
        },
      ),
    ),
    flag: Type.Optional(
      Type.String({ description: 'Emoji. With a country in the hierarchy.', examples: ['🇫🇷'] }),
    ),
    currency: Type.Optional(
      Type.Object(
        {
          iso_code: Type.String({ description: 'ISO 4217.', examples: ['EUR'] }),
          name: Type.Optional(Type.String({ examples: ['Euro'] })),
          symbol: Type.Optional(Type.String({ examples: ['€'] })),
        },
        { description: 'With a country in the hierarchy.' },
      ),
    ),
    callingcode: Type.Optional(
      Type.Integer({ description: 'ITU-T E.164. With a country in the hierarchy.', examples: [33] }),
    ),
    timezone: Type.Optional(
      Type.Object(
        {
          name: Type.String({ description: 'IANA name.', examples: ['Europe/Paris'] }),
          offset_sec: integer('Seconds ahead of UTC at the time of the request.'),
          offset_string: Type.Optional(Type.String({ examples: ['+0100'] })),
        },
        { description: 'With a time zone database in the data root.' },
      ),
    ),
    UN_LOCODE: Type.Optional(
      Type.String({
        description: 'With a UN/LOCODE database in the data root and a country in the hierarchy.',
        examples: ['US NYC'],
      }),
    ),
    NUTS: Type.Optional(
      Type.Object(
        { NUTS1: Type.Optional(Region), NUTS2: Type.Optional(Region), NUTS3: Type.Optional(Region) },
        { description: 'With a NUTS database in the data root, in the countries it covers.' },
      ),
    ),
  },
  { $id: 'Annotations', description: 'What can be said of the point without another service.' },
)

/** Annotations of a point. */
export type Annotations = Static<typeof AnnotationsSchema>
