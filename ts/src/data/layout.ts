/** Paths of the databases of a code below a data root. */
import { ownDataRoot } from '../engine/data-root.js'
import type { Offer } from './sources/index.js'

/** The data root of the flags. */
export function rootOf(flags: { dataRoot?: string | undefined; root?: string | undefined }): string {
  return flags.root ?? flags.dataRoot ?? ownDataRoot(process.env)
}

/** The database or folder an offer is built into; undefined if its rows decide, state by state. */
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
    case 'osm':
      return 'osm'
  }
}

/** The database of streets derived from one of points. */
export function streetsOf(points: string): string {
  return points.replaceAll('address-points', 'street-centroids')
}

/** The area of the shard that holds a code: the state in the United States, otherwise the country. */
function shardAreaOf(code: string): string {
  const [country = '', state] = code.split('-')
  return country === 'us' && state !== undefined ? `us-${state}` : country
}
