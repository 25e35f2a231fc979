/** What a geocode is: the body of `/v1/geocode`, as `crates/address/src/geocode.rs` writes it. */
import Type, { type Static } from 'typebox'

import { COMPONENT_TAGS } from './component-tags.js'
import { type ComponentTag, ComponentTag as Tag } from './parse.js'
import { nullable, number, oneOf, text } from './fields.js'
import { COHERENCES, EPISTEMIC_STATUSES, MATCH_LEVELS, PLACE_TAGS, TIERS } from './geocode-words.js'
import { OSM_OBJECT } from './osm-object.js'
import { ref } from './ref.js'

export const PlaceTag = oneOf(PLACE_TAGS, {
  $id: 'PlaceTag',
  description: 'What a place is: the tag of its component, or a kind of place that no component has.',
})

/** What a place of an answer is. */
export type PlaceTag = Static<typeof PlaceTag>

export const HierarchyEntry = Type.Object(
  {
    tag: ref(PlaceTag),
    value: text('As parsed; the name of a place that was not written.'),
    name: text('Name in the gazetteer.'),
    lat: Type.Number(),
    lon: Type.Number(),
    placeID: Type.String(),
  },
  { $id: 'HierarchyEntry', description: 'One place of the resolved chain, most specific first.' },
)

/** One place of the chain the answer lies in. */
export type HierarchyEntry = Static<typeof HierarchyEntry>

export const DroppedComponent = Type.Object(
  { tag: ref(Tag), value: Type.String(), kept: Type.String() },
  { $id: 'DroppedComponent', description: 'A span that `components`, one value a tag, has no room for.' },
)

/** A span that `components` has no room for. */
export type DroppedComponent = Static<typeof DroppedComponent>

export const ResolutionTier = oneOf(TIERS, {
  $id: 'ResolutionTier',
  description: 'The tier that answered; `admin` also when none did.',
})

/** A tier of the cascade that answers. */
export type ResolutionTier = Static<typeof ResolutionTier>

export const MatchLevel = oneOf(MATCH_LEVELS, {
  $id: 'MatchLevel',
  description:
    'What the point is that of, finest first; `point` where coordinates or a plus code were written, `locality` also of a part of a town. The last five are kinds of places at no level: `natural_feature` is a mountain, lake or park, `informal_region` a region that is not a division today.',
})

/** What a point is that of. */
export type MatchLevel = Static<typeof MatchLevel>

export const GeocodeCandidate = Type.Object(
  {
    name: Type.String(),
    tag: ref(PlaceTag),
    lat: Type.Number(),
    lon: Type.Number(),
    countryCode: nullable(text('ISO 3166-1 alpha-2.')),
    placeID: Type.Optional(text('Streets and house numbers have none.')),
    resolution_tier: Type.Optional(ref(ResolutionTier)),
    match_level: Type.Optional(ref(MatchLevel)),
    accuracy_m: Type.Optional(number('Radius in metres that holds the true point nine times in ten.')),
    within: Type.Optional(
      Type.Array(Type.String(), { description: 'Names of the places it lies in, the finest first.' }),
    ),
  },
  {
    $id: 'GeocodeCandidate',
    description:
      'A place that was considered, the chosen one first; with `limit` an answer of its own, which has the last four fields.',
  },
)

/** A place that was considered. */
export type GeocodeCandidate = Static<typeof GeocodeCandidate>

export const EpistemicStatus = oneOf(EPISTEMIC_STATUSES, {
  $id: 'EpistemicStatus',
  description:
    'How the coordinates are known: not at all, assigned by an authority, computed, or read from a record of the place.',
})

/** How the coordinates are known. */
export type EpistemicStatus = Static<typeof EpistemicStatus>

export const IntentMarker = Type.Object(
  {
    kind: oneOf(['ambiguity', 'disagreement', 'abstention'], { description: 'The family.' }),
    code: text('What it is: `postcode_differs`.'),
    mechanism: text('The part of the cascade that noticed.'),
    message: text('One sentence for people.'),
    evidence: Type.Optional(text('What it rests on.')),
  },
  {
    $id: 'IntentMarker',
    description: 'Something that the answer corrects, leaves out or chooses between.',
  },
)

/** Something that the answer corrects, leaves out or chooses between. */
export type IntentMarker = Static<typeof IntentMarker>

export const Coherence = oneOf(COHERENCES, {
  $id: 'Coherence',
  description:
    'Whether the answer lies in what was written: yes, no, nothing was written, or the gazetteer does not know it.',
})

/** Whether the answer lies in the written administrative area. */
export type Coherence = Static<typeof Coherence>

const AsParsed = nullable(text('As parsed.'))
const Degrees = nullable(number('Degrees; null when nothing resolved.'))

/** Tag to text. */
export const Components = Type.Unsafe<Partial<Record<ComponentTag, string>>>(
  Type.Object(
    {},
    { additionalProperties: Type.String(), description: 'Tag to text; the first span of a tag.' },
  ),
)

const Part = Type.Optional(Type.String({ maxLength: 1024 }))

export const GivenComponents = Type.Unsafe<Partial<Record<ComponentTag, string>>>(
  Type.Object(Object.fromEntries(COMPONENT_TAGS.map((tag) => [tag, Part])), {
    $id: 'GivenComponents',
    additionalProperties: false,
    description: 'An address in parts that you know, tag to text. They are not parsed.',
  }),
)

/** An address in parts that the caller knows, tag to text. */
export type GivenComponents = Static<typeof GivenComponents>

export const GeocodeResult = Type.Object(
  {
    input: text('The address as sent.'),
    components: Components,
    dropped_components: Type.Optional(Type.Array(ref(DroppedComponent))),
    lat: Degrees,
    lon: Degrees,
    resolution_tier: ref(ResolutionTier),
    epistemic_status: ref(EpistemicStatus),
    uncertainty_m: nullable(
      number(
        'Radius in metres that holds the true point nine times in ten; null at the administrative tier.',
      ),
    ),
    locality: AsParsed,
    region: AsParsed,
    postcode: AsParsed,
    house_number: AsParsed,
    street: AsParsed,
    unit: AsParsed,
    venue: AsParsed,
    dependent_locality: AsParsed,
    countryCode: nullable(text('ISO 3166-1 alpha-2.')),
    hierarchy: Type.Array(ref(HierarchyEntry)),
    candidates: Type.Array(ref(GeocodeCandidate)),
    intent_markers: Type.Array(ref(IntentMarker)),
    admin_coherence: Type.Optional(
      Type.Object(
        { region: ref(Coherence), country: ref(Coherence), postcode: ref(Coherence) },
        { description: 'Whether the answer lies where the address says; absent without an answer.' },
      ),
    ),
    rooftop: Type.Optional(
      Type.Object(
        { localityNorm: Type.Optional(Type.String()), postcode: Type.Optional(Type.String()) },
        { description: 'What the register says of the point; at the address point tier only.' },
      ),
    ),
    match_level: nullable(ref(MatchLevel)),
    accuracy_m: nullable(
      number(
        'Radius in metres that holds the true point nine times in ten, at every tier; null when nothing resolved.',
      ),
    ),
    confidence: nullable(
      number('Probability that the answer lies within 25 km of what was meant; null when nothing resolved.', {
        minimum: 0,
        maximum: 1,
      }),
    ),
    extent_m: Type.Optional(
      number('Radius in metres of the place that answered, where known; at the administrative tier only.'),
    ),
    formatted: Type.Optional(
      text(
        'What was found as one line in the format of its country; with `formatted`, unless nothing was found.',
      ),
    ),
    ...OSM_OBJECT,
  },
  { $id: 'GeocodeResult' },
)

/** Where an address is. */
export type GeocodeResult = Static<typeof GeocodeResult>

/** The schemas of a geocode, in the order of documents. */
export const GEOCODE_PARTS = [
  PlaceTag,
  HierarchyEntry,
  GeocodeCandidate,
  DroppedComponent,
  ResolutionTier,
  EpistemicStatus,
  IntentMarker,
  MatchLevel,
  Coherence,
  GeocodeResult,
]
