/**
 * What searches, reverse lookups and completions of the core answer, as `crates/address/src/found.rs` and
 * `crates/geocoder/src/complete` write it. No document lists them: the surfaces word them anew.
 */
import Type, { type Static } from 'typebox'

import { Components, MatchLevel, ResolutionTier } from './geocode.js'
import { flag, integer, nullable, number, text } from './fields.js'
import { OSM_OBJECT } from './osm-object.js'
import { ref } from './ref.js'

/** West, south, east, north in degrees. */
export const BoundingBox = Type.Unsafe<[west: number, south: number, east: number, north: number]>(
  Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: 'West, south, east, north in degrees.',
  }),
)

/** West, south, east, north in degrees. */
export type BoundingBox = Static<typeof BoundingBox>

export const FoundPlace = Type.Object(
  {
    id: integer('Identifier inside its database.'),
    place_id: text('`<prefix>:<id>`'),
    name: Type.String(),
    placetype: text(
      "In the words of Who's On First: `country`, `region`, `locality`; also `landmark`, `airport`, `natural_feature`, `island` and `informal_region`.",
    ),
    country_code: text('ISO 3166-1 alpha-2, upper case; empty when unknown.'),
    lat: number('Of its centre, degrees.'),
    lon: number('Of its centre, degrees.'),
    bbox: BoundingBox,
    population: integer('Population; 0 when unknown.'),
    ...OSM_OBJECT,
  },
  { $id: 'FoundPlace', description: 'A place of the chain an answer lies in.' },
)

/** A place of the chain an answer lies in. */
export type FoundPlace = Static<typeof FoundPlace>

export const FoundHouse = Type.Object(
  {
    placetype: Type.Literal('address'),
    house_number: Type.String(),
    street: Type.String(),
    postcode: nullable(Type.String()),
    lat: Type.Number(),
    lon: Type.Number(),
    bbox: BoundingBox,
    ...OSM_OBJECT,
  },
  { $id: 'FoundHouse', description: 'A house of a register near a point.' },
)

/** A house of a register near a point. */
export type FoundHouse = Static<typeof FoundHouse>

export const FoundParts = Type.Object(
  {
    house_number: nullable(text('As typed, if the point is that of the house.')),
    street: nullable(text('As its source writes it.')),
    postcode: nullable(text("The register's, else the gazetteer's.")),
  },
  { $id: 'FoundParts', description: 'What the data hold of the typed house number, street and postcode.' },
)

/** What the data hold of the typed house number, street and postcode. */
export type FoundParts = Static<typeof FoundParts>

export const SearchResult = Type.Object(
  {
    lat: Type.Number(),
    lon: Type.Number(),
    bbox: BoundingBox,
    resolution_tier: ref(ResolutionTier),
    uncertainty_m: nullable(
      number(
        'Radius in metres that holds the true point nine times in ten; null at the administrative tier.',
      ),
    ),
    house_number: nullable(text('As parsed.')),
    street: nullable(text('As parsed.')),
    postcode: nullable(text("As parsed, else the register's.")),
    place: nullable(ref(FoundPlace)),
    places: Type.Array(ref(FoundPlace), { description: 'The chain it lies in, finest first.' }),
    match_level: ref(MatchLevel),
    accuracy_m: nullable(number('Radius in metres that holds the true point nine times in ten.')),
    confidence: nullable(
      number(
        'Probability that the answer lies within 25 km of what was meant; null for the answers after the first.',
        { minimum: 0, maximum: 1 },
      ),
    ),
    found: ref(FoundParts),
    components: Components,
    ...OSM_OBJECT,
  },
  {
    $id: 'SearchResult',
    description:
      'The answer to a search. `place` is the row that gave the point: the first of `places`, or a postcode, which is part of no chain.',
  },
)

/** The answer to a search. */
export type SearchResult = Static<typeof SearchResult>

const OptionalText = Type.Optional(Type.String())

export const Completion = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    placetype: text(
      "In the words of Who's On First, and `street`, `address`, `landmark`, `airport`, `natural_feature`, `island` and `informal_region`.",
    ),
    lat: Type.Number(),
    lon: Type.Number(),
    country_code: Type.Optional(text('ISO 3166-1 alpha-2, lower case.')),
    country: OptionalText,
    state: OptionalText,
    county: OptionalText,
    city: OptionalText,
    postcode: OptionalText,
    street: OptionalText,
    house_number: OptionalText,
    population: Type.Optional(Type.Integer()),
    bbox: Type.Optional(BoundingBox),
    corrected: Type.Optional(flag('Found only by a fuzzy match: one letter of the query is a typo.')),
  },
  { $id: 'Completion', description: 'What a text being typed can become. What is not known is absent.' },
)

/** What a text being typed can become. What is not known is absent. */
export type Completion = Static<typeof Completion>

export const POIResult = Type.Object(
  {
    name: nullable(Type.String()),
    categoryID: nullable(Type.String()),
    brandWikidata: nullable(Type.String()),
    latitude: Type.Number(),
    longitude: Type.Number(),
    country: text('ISO 3166-1 alpha-2.'),
    confidence: nullable(number('How sure the source is that the place exists, 0 to 1.')),
    gersID: nullable(Type.String()),
    ancestry: Type.Array(
      Type.Object({ placetype: Type.String(), name: Type.String(), wofID: Type.Integer() }),
      { description: 'Places it lies in, finest first; empty without an administrative database.' },
    ),
    distanceM: nullable(number('Metres from the anchor; null without one.')),
    ...OSM_OBJECT,
  },
  { $id: 'POIResult' },
)

/** A point of interest, as `/v1/poi` and the completion of names write it. */
export type FoundPoi = Static<typeof POIResult>

/** What `poi` of the engine answers, as far as surfaces read it. */
export type PoiAnswer =
  { type: 'intent'; results: FoundPoi[] } | { type: 'abstain' } | { type: 'not_poi_query' }

/** An object of OpenStreetMap, as `crates/gazetteer/src/objects.rs` writes it. */
export interface OsmObject {
  osm_type: 'node' | 'way' | 'relation'
  osm_id: number
  /** The point that answers have, degrees. */
  lat: number
  lon: number
  /** That of a node is its point. */
  bbox: BoundingBox
  /** `linked_place` of a boundary is the kind of the settlement that it is linked with. */
  tags: Record<string, string>
  /** Its line or area, if it was asked for and is known. */
  geometry?: GeoJsonGeometry
}

/** A geometry of GeoJSON as objects have it. */
export type GeoJsonGeometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] }

/** Longitude and latitude, degrees. */
export type Position = [lon: number, lat: number]
