/** `/v1/poi`, in the server that has a database of points of interest. */
import Type, { type TSchema } from 'typebox'

import { integer, nullable, text } from '../../../wire/fields.js'
import { POIResult } from '../../../wire/found.js'
import { MOST_CHARACTERS_OF_ADDRESS } from '../../../wire/limits.js'
import { ref } from '../../../wire/ref.js'

export const POISearchRequest = Type.Object(
  {
    query: text('What is looked for and where, e.g. `coffee in Reno`. Empty or blank counts as missing.', {
      minLength: 1,
      maxLength: MOST_CHARACTERS_OF_ADDRESS,
      pattern: '\\S',
    }),
  },
  { $id: 'POISearchRequest' },
)

const Matched = text('The words of the query that say it.')

const POISubject = Type.Union(
  [
    Type.Object({
      kind: Type.Literal('category'),
      categoryID: text('As the source names it: `coffee_shop`.'),
      matched: Matched,
    }),
    Type.Object({
      kind: Type.Literal('brand'),
      name: Type.String(),
      wikidata: Type.Optional(Type.String()),
      matched: Matched,
    }),
    Type.Object({ kind: Type.Literal('name'), text: Type.String() }),
  ],
  { $id: 'POISubject', description: 'What is looked for.' },
)

const POIIntent = Type.Object(
  {
    subject: ref(POISubject),
    relation: Type.Optional(
      Type.Union([Type.Literal('in'), Type.Literal('near')], {
        description: 'Inside the extent of the anchor, or within 50 km of its point.',
      }),
    ),
    anchor: Type.Optional(
      Type.Object(
        {
          text: text('As written.'),
          start: integer('First UTF-16 code unit in the query as sent.', { minimum: 0 }),
          end: integer('One past the last UTF-16 code unit.', { minimum: 0 }),
          name: nullable(text('Name in the gazetteer.')),
          latitude: Type.Number(),
          longitude: Type.Number(),
        },
        { description: 'The place the query names.' },
      ),
    ),
  },
  { $id: 'POIIntent', description: 'What a query asks for.' },
)

const POISearchResponse = Type.Union(
  [
    Type.Object({
      type: Type.Literal('intent'),
      intent: ref(POIIntent),
      results: Type.Array(ref(POIResult), { description: 'Nearest first, at most ten.' }),
    }),
    Type.Object({
      type: Type.Literal('abstain'),
      reason: text('Why there is no answer, in a sentence.'),
    }),
    Type.Object({ type: Type.Literal('not_poi_query') }),
  ],
  {
    $id: 'POISearchResponse',
    description: 'The answer, a refusal to guess, or that the query is an address or a town.',
  },
)

/** Schemas that the document of such a server lists besides. */
export const POI_SCHEMAS: TSchema[] = [POISearchRequest, POISubject, POIIntent, POIResult, POISearchResponse]
