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

/** Every layer. */
export const LAYERS = ['venue', 'address', 'street', ...COARSE] as const

/** A layer. */
export type Layer = (typeof LAYERS)[number]

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

/** The layer of a placetype; one that has none is a neighbourhood, the finest of places. */
export function layerOf(placetype: string): Layer {
  return isLayer(placetype) ? placetype : (OTHERS[placetype] ?? 'neighbourhood')
}

/** Whether there is such a layer. */
export function isLayer(name: string): name is Layer {
  return (LAYERS as readonly string[]).includes(name)
}
