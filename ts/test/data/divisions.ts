/** Miniatures of what the two publishers of places have of Liechtenstein, at the addresses where they keep it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ADMIN, CANDIDATE } from '../../src/engine/data-root.js'
import { build } from './command.js'
import type { Publisher } from './publisher.js'

export const STAC = 'https://stac.overturemaps.org'
export const BUCKET = 'https://overturemaps-us-west-2.s3.us-west-2.amazonaws.com'
export const RELEASE = '2026-11-18.0'
export const DIVISIONS = 'part-00000-5d0a1d5e-3c7b-5b8f-8e6d-6f2b7d6f3f11-c000.zstd.parquet'
export const AREAS = 'part-00000-9f1e6c1b-0f53-5d0c-9d3a-7c6b5a4d3e22-c000.zstd.parquet'
export const WOF = 'https://data.geocode.earth/wof/dist/sqlite/whosonfirst-data-admin-li-latest.db.bz2'

export const miniature = (folder: string, name: string) =>
  readFileSync(join(import.meta.dirname, folder, name))
export const wof = () => miniature('whos-on-first', 'whosonfirst-data-admin-li-latest.db.bz2')
export const fileOf = (type: string, name: string, release = RELEASE) =>
  `${BUCKET}/release/${release}/theme=divisions/type=${type}/${name}`

/** The catalogue of a release of Overture Maps and its files, by their addresses. */
export function releaseOfDivisions(release: string): Record<string, Buffer> {
  const put: Record<string, Buffer> = {
    [`${STAC}/catalog.json`]: Buffer.from(JSON.stringify({ latest: release, links: [] })),
  }
  for (const [type, name] of [
    ['division', DIVISIONS],
    ['division_area', AREAS],
  ] as const) {
    const base = `${STAC}/${release}/divisions/${type}`
    const links = [{ rel: 'item', href: './00000/00000.json' }]
    const item = { bbox: [-120, 39, 10, 48], assets: { aws: { href: fileOf(type, name, release) } } }
    put[`${base}/collection.json`] = Buffer.from(JSON.stringify({ links }))
    put[`${base}/00000/00000.json`] = Buffer.from(JSON.stringify(item))
    put[fileOf(type, name, release)] = miniature('overture', name)
  }
  return put
}

/** Has a release at its addresses. */
export function putRelease(publisher: Publisher, release: string): void {
  publisher.putAll(releaseOfDivisions(release))
}

/** Two towns of Liechtenstein as GeoNames has them. */
const TOWNS = [
  ['3042030', 'Vaduz', '47.14151', '9.52154', 'PPLC', '5197'],
  ['3042073', 'Balzers', '47.06665', '9.50251', 'PPLA', '4447'],
].map(([id = '', name = '', lat = '', lon = '', kind = '', population = '']) => {
  const fields = [id, name, name, '', lat, lon, 'P', kind, 'LI', '', '', '', '', '', population]
  return [...fields, '', '460', 'Europe/Vaduz', '2026-01-01'].join('\t')
})

/**
 * Builds a gazetteer of two towns into a data root, for places to lie over: over the starter data, each command of a test writes those of
 * the whole world again, which takes 15 s.
 */
export function ownGazetteer(root: string): void {
  const places = join(root, 'towns.txt')
  writeFileSync(places, `${TOWNS.join('\n')}\n`)
  build('candidate', places, '--out', join(root, CANDIDATE))
  build('admin', places, '--out', join(root, ADMIN))
  rmSync(places)
}
