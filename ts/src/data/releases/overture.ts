/** Finds the files of Overture Maps: by its catalogue, or if that fails by the list of the bucket. */
import Type from 'typebox'
import { Check } from 'typebox/value'

import type { RemoteFile } from '../../remote/file.js'
import type { Discovered } from './release.js'
import { ask, askJson, askText, type RemoteOptions } from '../publisher-requests.js'
import type { Offer } from '../sources/index.js'
import type { Area } from '../sources/source.js'

const STAC = 'https://stac.overturemaps.org'
const BUCKET = 'https://overturemaps-us-west-2.s3.us-west-2.amazonaws.com/'

/** `yyyy-mm-dd.x`. */
const RELEASE = /^(\d{4}-\d{2}-\d{2})\.(\d+)$/

type Box = [number, number, number, number]

const Catalogue = Type.Object({ latest: Type.String({ pattern: RELEASE.source }) })
const Collection = Type.Object({
  links: Type.Array(Type.Object({ rel: Type.String(), href: Type.String() })),
})
const Item = Type.Object({
  bbox: Type.Array(Type.Number(), { minItems: 4 }),
  assets: Type.Object({ aws: Type.Object({ href: Type.String() }) }),
})

/** The newest release and those of its files that may cover the area. */
export async function discoverOverture(offer: Offer, options: RemoteOptions): Promise<Discovered> {
  const { release, urls } = await byCatalogue(offer, options).catch((error: unknown) => {
    options.signal?.throwIfAborted()
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}; asking the bucket\n`)
    return byBucket(offer, options)
  })
  const files: RemoteFile[] = []
  for (const url of urls) {
    const file = await ask(url, options)
    if (file === undefined) throw new Error(`${url} is not there any more; run the command again`)
    files.push(file)
  }
  return { release, files }
}

async function byCatalogue(
  { area }: Offer,
  options: RemoteOptions,
): Promise<{ release: string; urls: string[] }> {
  const catalogue = await askJson(`${STAC}/catalog.json`, { ...options, tries: 2 })
  if (!Check(Catalogue, catalogue)) throw new Error(`${STAC}/catalog.json names no release`)
  const release = catalogue.latest
  const urls = []
  for (const part of area.parts) urls.push(...(await filesOf(area, part, release, options)))
  return { release, urls }
}

/** Files of a part of a release that may cover the area. */
async function filesOf(area: Area, part: string, release: string, options: RemoteOptions): Promise<string[]> {
  const [, theme = '', type = ''] = /^theme=(.*)\/type=(.*)\/$/.exec(part) ?? []
  const base = `${STAC}/${release}/${theme}/${type}/collection.json`
  const collection = await askJson(base, options)
  if (!Check(Collection, collection)) throw new Error(`${base} is not a STAC collection`)
  const urls: string[] = []
  for (const { rel, href } of collection.links) {
    if (rel !== 'item') continue
    const url = new URL(href, base).href
    const item = await askJson(url, options)
    if (!Check(Item, item)) throw new Error(`${url} is not a STAC item`)
    const box = item.bbox.length === 6 ? [0, 1, 3, 4].map((at) => item.bbox[at] ?? 0) : item.bbox
    if ((area.boxes ?? []).some((wanted) => meet(wanted, box))) urls.push(item.assets.aws.href)
  }
  if (urls.length === 0) throw new Error(`${base} has no file for ${area.name}`)
  return urls
}

function meet([west, south, east, north]: Box, other: number[]): boolean {
  const [w = 0, s = 0, e = 0, n = 0] = other
  return w <= east && e >= west && s <= north && n >= south
}

/** All files of the bucket; their last bytes say which cover the area. */
async function byBucket(
  { area }: Offer,
  options: RemoteOptions,
): Promise<{ release: string; urls: string[] }> {
  const releases = await listed(
    'delimiter=/&prefix=release/',
    /<Prefix>release\/([^<]+)\/<\/Prefix>/g,
    options,
  )
  const newest = releases
    .filter((name) => RELEASE.test(name))
    .sort(byRelease)
    .at(-1)
  if (newest === undefined) throw new Error(`${BUCKET} lists no release`)
  const urls: string[] = []
  for (const part of area.parts) {
    const keys = await listed(`prefix=release/${newest}/${part}`, /<Key>([^<]+\.parquet)<\/Key>/g, options)
    if (keys.length === 0) throw new Error(`${BUCKET} lists no files of release ${newest}`)
    urls.push(...keys.map((key) => new URL(key, BUCKET).href))
  }
  return { release: newest, urls }
}

/** By day, then by hotfix as a number. */
function byRelease(a: string, b: string): number {
  const [, day = '', fix = ''] = RELEASE.exec(a) ?? []
  const [, otherDay = '', otherFix = ''] = RELEASE.exec(b) ?? []
  return day === otherDay ? Number(fix) - Number(otherFix) : day.localeCompare(otherDay)
}

/** A list is shorter than the thousand entries of one answer: a release has some hundred files. */
async function listed(query: string, entry: RegExp, options: RemoteOptions): Promise<string[]> {
  const url = `${BUCKET}?list-type=2&${query}`
  return [...(await askText(url, options)).matchAll(entry)].map(([, name = '']) => name)
}
