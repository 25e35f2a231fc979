/**
 * Parameters of the routes of the profile. They are the one source of the document and of what `read-parameters.ts` accepts: an integer, a number or a
 * text, and switches, which have no type because any value but `0` turns them on.
 */
import Type from 'typebox'

import { LAYERS } from './layers.js'

/** Formats of an answer. */
export const FORMATS = ['xml', 'json', 'jsonv2', 'geojson', 'geocodejson'] as const

const text = (description: string) => Type.Optional(Type.String({ description }))
const integer = (description: string) => Type.Optional(Type.Integer({ description }))
const number = (description: string) => Type.Optional(Type.Number({ description }))
const flag = (description: string) =>
  Type.Optional(Type.Unsafe<boolean>({ description: `${description} Any value but \`0\` is on.` }))

const CALLBACK = {
  json_callback: text('Name of a function that the JSON is passed to, as JSONP.'),
}

const Shared = {
  format: text(`One of ${FORMATS.join(', ')}.`),
  ...CALLBACK,
  addressdetails: flag('The `address` block; on by default in `/reverse` and `/lookup`.'),
  extratags: flag(
    'What is known beside the address: the tags of its object in OpenStreetMap; else inhabitants, and of points of interest category, brand and id.',
  ),
  namedetails: flag('All names of the object; else the name the place is filed under.'),
  entrances: flag('Entrances; none are known.'),
  polygon_geojson: flag('The outline as GeoJSON, or the point where none is known.'),
  polygon_kml: flag('The outline as KML.'),
  polygon_svg: flag('The outline as SVG.'),
  polygon_text: flag('The outline as WKT.'),
  polygon_threshold: number('Tolerance in degrees to simplify the outline by.'),
  'accept-language': text('Languages of the names (BCP 47), in place of the header.'),
  annotations: flag('Annotations of the point.'),
}

const LAYER = { layer: text(`Only results of these, comma-separated: ${LAYERS.join(', ')}.`) }

/** Parts of an address, in the order they are joined. */
export const PARTS = ['amenity', 'street', 'city', 'county', 'state', 'postalcode', 'country'] as const

const PART = text('A part of the address, where there is no `q`.')

/** Of `/search`. */
export const SearchQuery = Type.Object({
  q: text('Free text, or two coordinates. Not together with parts of an address.'),
  amenity: text('Name or kind of a point of interest.'),
  street: PART,
  city: PART,
  county: PART,
  state: PART,
  postalcode: PART,
  country: PART,
  countrycodes: text('ISO 3166-1 alpha-2 codes, comma-separated: nothing is found outside of them.'),
  viewbox: text('Two corners, `x1,y1,x2,y2`: what lies in it comes first, with `bounded=1` alone.'),
  viewboxlbrt: text('The same under its old name.'),
  bounded: flag('The view box bounds the answer.'),
  limit: integer('Results wanted, 10 by default, 40 at most.'),
  exclude_place_ids: text('Results to leave out, comma-separated.'),
  dedupe: flag('Answers of one place are one; on by default.'),
  featureType: text('`country`, `state`, `city` or `settlement`: only such places.'),
  ...LAYER,
  ...Shared,
})

/** Of `/reverse`. */
export const ReverseQuery = Type.Object({
  lat: Type.Number({ minimum: -90, maximum: 90, description: 'Latitude, degrees.' }),
  lon: Type.Number({ minimum: -180, maximum: 180, description: 'Longitude, degrees.' }),
  zoom: integer(
    'Level of the answer: 3 a country, 5 a state, 8 a county, 10 a city, 14 a neighbourhood, 18 a house.',
  ),
  ...LAYER,
  ...Shared,
})

/** Of `/lookup`. */
export const LookupQuery = Type.Object({
  place_ids: text('`place_id` of earlier answers, comma-separated, 50 at most.'),
  osm_ids: text(
    'Objects of OpenStreetMap, `N1,W2,R3`; without their database `place_id`s, with a letter in front or none.',
  ),
  ...Shared,
})

/** Of `/details`. */
export const DetailsQuery = Type.Object({
  place_id: integer('`place_id` of an earlier answer.'),
  osmtype: text('`N`, `W` or `R`, with `osmid`: an object of OpenStreetMap.'),
  osmid: integer('Id of the object.'),
  class: text('Its main tag, where an object has several.'),
  format: text('`json`.'),
  ...CALLBACK,
  addressdetails: flag('The places it lies in.'),
  keywords: flag('Its words; none are kept.'),
  linkedplaces: flag('Places it is linked to; none are known.'),
  hierarchy: flag('What lies in it; not known.'),
  group_hierarchy: flag('The same by kind.'),
  polygon_geojson: flag('The outline, or the point where none is known.'),
  'accept-language': text('Languages of the names (BCP 47), in place of the header.'),
  entrances: flag('Entrances; none are known.'),
})
