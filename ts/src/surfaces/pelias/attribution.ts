/** `geocoding.attribution`: the sources of the features of an answer. */
import { sourcesOf } from '../../engine/credits.js'
import type { Engine } from '../../engine/engine.js'
import type { Gives } from '../../wire/data-report.js'
import type { Feature } from './feature.js'

/** The line of an answer; of one that found nothing, of all that is open. `places` says where their places come from. */
export function attributionOf(
  features: readonly Feature[],
  places: 'places' | 'reverse',
  engine: Engine,
): string {
  const all =
    features.length === 0
      ? (engine.sources?.() ?? [])
      : features.flatMap(({ properties }) =>
          sourcesOf(engine, givenTo(properties, places), areaOf(properties)),
        )
  return [...new Set(all)].join(', ')
}

function givenTo(properties: Feature['properties'], places: 'places' | 'reverse'): Gives[] {
  switch (properties.layer) {
    case 'address':
      return properties['match_type'] === 'interpolated'
        ? [places, 'houses', 'ranges']
        : [places, ...(properties['street'] === undefined ? [] : (['houses'] as const))]
    case 'street':
      return [places, 'houses', 'ranges', 'streets']
    case 'venue':
      return isPlaceId(properties['id']) ? [places] : ['venues', 'reverse']
    default:
      return [places]
  }
}

/** Whether an id is one of the gazetteer, as that of a landmark. */
function isPlaceId(id: unknown): boolean {
  return typeof id === 'string' && /^\d+$/.test(id)
}

function areaOf(properties: Feature['properties']) {
  const text = (name: string) => {
    const value = properties[name]
    return typeof value === 'string' ? value : undefined
  }
  return { country: text('country_code'), region: text('region') }
}
