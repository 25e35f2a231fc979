/** What lies in the data root and what of it is open: the `data` part of `/health`, and `data` of the library's engine. */
import Type, { type Static } from 'typebox'

import { integer, nullable, oneOf, text } from './fields.js'

/** Family of data to version. */
export const Versions = Type.Unsafe<Record<string, string>>(
  Type.Object(
    {},
    {
      additionalProperties: Type.String(),
      description: 'Family of data to version, from `releases.json`; null without one.',
    },
  ),
)

const Shards = Type.Object(
  {
    address_points: Type.Integer(),
    interpolation: Type.Integer(),
    street_centroids: Type.Integer(),
    skipped: integer('Found and not asked: not opened, or damaged; the log says why.'),
    faults: integer('Lookups that failed since: a shard was damaged while open.'),
  },
  { description: 'Databases of streets and house numbers that are open, of all areas.' },
)

/** What a database gives to answers. */
export const Gives = oneOf(['places', 'reverse', 'houses', 'ranges', 'streets', 'venues'], {
  description: 'What it gives to answers.',
})

/** What a database gives to answers. */
export type Gives = Static<typeof Gives>

const Credit = Type.Object({
  gives: Gives,
  area: Type.Optional(text('Of a shard: `us-md`, `fr`.')),
  sources: Type.Array(Type.String(), {
    description: 'Names and terms, to be shown with answers; empty when the database does not say.',
  }),
})

/** Whose data an open database holds. */
export type Credit = Static<typeof Credit>

export const DataReport = Type.Object({
  data_root: Type.String(),
  poi_db: Type.Optional(text('The open database of points of interest.')),
  data_updated: Type.Optional(
    text('Day of the newest row of the open databases (`2026-10-31`); absent if none says.'),
  ),
  versions: nullable(Versions),
  wof_dbs: Type.Array(Type.String()),
  situs_states: integer('States with open address points.'),
  interpolation_states: integer('States with open address ranges.'),
  damaged: integer('Databases other than shards that do not fit their checksums and stay in use.'),
  shards: Shards,
  sources: Type.Array(Credit, { description: 'Whose data each open database holds.' }),
})

/** What lies in the data root, and what of it is open. */
export type DataReport = Static<typeof DataReport>
