/** Layers of Pelias, and what a placetype of the gazetteer is among them. */

/** Administrative layers, finest first. */
export const COARSE = [
  'neighbourhood',
  'borough',
  'locality',
  'localadmin',
  'county',
  'macrocounty',
  'region',
  'macroregion',
  'country',
  'dependency',
  'postalcode',
] as const

/** Layers of the places a feature lies in, in the order of a feature's properties. */
export const ABOVE = [
  'country',
  'dependency',
  'macroregion',
  'region',
  'macrocounty',
  'county',
  'localadmin',
  'locality',
  'borough',
  'neighbourhood',
] as const satisfies Layer[]

/** Every layer. */
export const LAYERS = ['venue', 'address', 'street', ...COARSE] as const

/** Layers of Pelias that no data here have. */
export const WITHOUT_DATA = ['continent', 'empire', 'ocean', 'marinearea', 'intersection'] as const

/** A layer. */
export type Layer = (typeof LAYERS)[number]

/** The layers that the data of a source fill in Pelias. Here one source has all of them, and naming one of these asks for its layers. */
export const LAYERS_BY_SOURCE: Readonly<Record<string, readonly Layer[]>> = {
  openstreetmap: ['venue', 'address', 'street'],
  openaddresses: ['address'],
  geonames: ['venue', ...COARSE],
  whosonfirst: COARSE,
  milepost: LAYERS,
}

/** Short names of sources. */
export const SOURCE_ALIASES: Readonly<Record<string, string>> = {
  osm: 'openstreetmap',
  oa: 'openaddresses',
  gn: 'geonames',
  wof: 'whosonfirst',
}

/** Placetypes that are called otherwise. */
const OTHERS: Readonly<Record<string, Layer>> = {
  dependent_locality: 'neighbourhood',
  macrohood: 'neighbourhood',
  microhood: 'neighbourhood',
  subregion: 'county',
  landmark: 'venue',
  airport: 'venue',
  natural_feature: 'venue',
  island: 'county',
  informal_region: 'county',
}

/** The layer of a placetype; without one it is a neighbourhood, the finest layer of places. */
export function layerOf(placetype: string): Layer {
  return isLayer(placetype) ? placetype : (OTHERS[placetype] ?? 'neighbourhood')
}

/** Whether there is such a layer. */
export function isLayer(name: string): name is Layer {
  return (LAYERS as readonly string[]).includes(name)
}
