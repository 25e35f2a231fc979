/** Where databases of a code lie below a data root. */
import type { Offer } from './sources/index.js'

/** The database an offer is built into; undefined where its rows say it, state by state. */
export function targetOf({ source, area }: Offer): string | undefined {
  const shard = shardAreaOf(area.code)
  switch (source.gives) {
    case 'points':
      return shard === 'us' ? undefined : `address-points/address-points-${shard}.db`
    case 'ranges':
      return `interpolation/interpolation-${shard}.db`
    case 'postcodes':
      return 'db/wof/candidate.postcodes'
    case 'places':
      return 'db/wof/candidate.db'
    case 'divisions':
      return `places/${source.id}-${shard}.db`
    case 'poi':
      return 'poi/poi.db'
  }
}

/** The database of streets that is made of one of points. */
export function streetsOf(points: string): string {
  return points.replaceAll('address-points', 'street-centroids')
}

/** The area of the shard that holds a code: that of the state in the United States, else of the country. */
function shardAreaOf(code: string): string {
  const [country = '', state] = code.split('-')
  return country === 'us' && state !== undefined ? `us-${state}` : country
}
