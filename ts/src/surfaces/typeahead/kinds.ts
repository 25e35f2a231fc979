/**
 * What a place is, in the words of map tags: from the placetype of the gazetteer to `osm_key`, `osm_value`, `type`, and the
 * property that its name fills.
 */

/** Properties that name the places around a place. */
export type NamedPart = 'street' | 'district' | 'city' | 'county' | 'state' | 'country' | 'postcode'

/** A row of the table. */
export interface Kind {
  osm_key: string
  osm_value: string
  type: string
  /** Which property the name of such a place is. */
  part?: NamedPart
}

const SUBURB: Kind = { osm_key: 'place', osm_value: 'suburb', type: 'district', part: 'district' }
const CITY: Kind = { osm_key: 'place', osm_value: 'city', type: 'city', part: 'city' }
const COUNTY: Kind = { osm_key: 'place', osm_value: 'county', type: 'county', part: 'county' }
const STATE: Kind = { osm_key: 'place', osm_value: 'state', type: 'state', part: 'state' }

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['venue', { osm_key: 'amenity', osm_value: 'yes', type: 'house' }],
  ['address', { osm_key: 'place', osm_value: 'house', type: 'house' }],
  ['street', { osm_key: 'highway', osm_value: 'residential', type: 'street', part: 'street' }],
  ['neighbourhood', SUBURB],
  ['dependent_locality', SUBURB],
  ['microhood', { ...SUBURB, osm_value: 'neighbourhood' }],
  ['borough', { ...SUBURB, osm_value: 'borough' }],
  ['locality', CITY],
  ['localadmin', CITY],
  ['subregion', COUNTY],
  ['county', COUNTY],
  ['region', STATE],
  ['macroregion', STATE],
  ['country', { osm_key: 'place', osm_value: 'country', type: 'country', part: 'country' }],
  ['landmark', { osm_key: 'tourism', osm_value: 'attraction', type: 'house' }],
  ['airport', { osm_key: 'aeroway', osm_value: 'aerodrome', type: 'house' }],
  ['natural_feature', { osm_key: 'natural', osm_value: 'yes', type: 'other' }],
  ['island', { osm_key: 'place', osm_value: 'island', type: 'other' }],
  ['informal_region', { osm_key: 'place', osm_value: 'region', type: 'other' }],
  ['postalcode', { osm_key: 'place', osm_value: 'yes', type: 'other', part: 'postcode' }],
])

const OTHER: Kind = { osm_key: 'place', osm_value: 'yes', type: 'other' }

/** The kind of a placetype; one the table does not know is a place of some kind. */
export function kindOf(placetype: string): Kind {
  return KINDS.get(placetype) ?? OTHER
}
