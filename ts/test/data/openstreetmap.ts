/** The server of Geofabrik: an index, extracts, and their MD5. */
import { createHash } from 'node:crypto'

import { type MapObject, pbf } from './pbf.js'

const SERVER = 'https://download.geofabrik.de'

/** The address of an extract. */
export const urlOf = (name: string) => `${SERVER}/europe/${name}-latest.osm.pbf`

export const md5Of = (content: Buffer) => createHash('md5').update(content).digest('hex')

/** An index of extracts, by name with their codes, and the extracts themselves. */
export function geofabrik(
  index: Readonly<Record<string, string[]>>,
  extracts: Readonly<Record<string, Buffer>>,
): Record<string, Buffer | string> {
  const features = Object.entries(index).map(([id, codes]) => ({
    type: 'Feature',
    properties: { id, parent: 'europe', name: id, 'iso3166-1:alpha2': codes, urls: { pbf: urlOf(id) } },
  }))
  const europe = { type: 'Feature', properties: { id: 'europe', urls: { pbf: urlOf('europe') } } }
  const files = Object.entries(extracts).flatMap(([id, content]): [string, Buffer | string][] => [
    [urlOf(id), content],
    [`${urlOf(id)}.md5`, `${md5Of(content)}  ${id}-latest.osm.pbf\n`],
  ])
  return {
    [`${SERVER}/index-v1-nogeom.json`]: JSON.stringify({
      type: 'FeatureCollection',
      features: [europe, ...features],
    }),
    ...Object.fromEntries(files),
  }
}

/** A street of Liechtenstein with two houses and a café. A hamlet, if there is one, makes a build lay it over the gazetteer of the world. */
export function extract(number = '12', hamlet?: string): Buffer {
  const house = { 'addr:street': 'Blaureiherweg', 'addr:city': 'Vaduz', 'addr:postcode': '9490' }
  const objects: MapObject[] = [
    { id: 1, at: [47.141, 9.521] },
    { id: 2, at: [47.141, 9.523] },
    { id: 3, at: [47.141, 9.5215], tags: { ...house, 'addr:housenumber': number } },
    { id: 4, at: [47.141, 9.5225], tags: { ...house, 'addr:housenumber': '14' } },
    { id: 5, at: [47.1412, 9.522], tags: { amenity: 'cafe', name: 'Blaureiher Kaffee' } },
    { id: 10, refs: [1, 2], tags: { highway: 'residential', name: 'Blaureiherweg' } },
  ]
  const place: MapObject[] =
    hamlet === undefined ? [] : [{ id: 6, at: [47.142, 9.522], tags: { place: 'hamlet', name: hamlet } }]
  return pbf([...objects, ...place])
}
