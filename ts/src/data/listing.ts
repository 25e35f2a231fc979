/** `milepost data list`: what publishers offer, and what a data root has of it. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import { say } from '../terminal/output.js'
import { tellByHand } from './by-hand.js'
import { termsOf } from './construction.js'
import { type Installed, isWithin, readInstalled } from './installed.js'
import { rootOf } from './layout.js'
import { urlsOf } from './releases/release.js'
import { type Offer, SOURCES } from './sources/index.js'
import type { Source } from './sources/source.js'

/** Flags of the command. */
export interface ListFlags {
  dataRoot?: string
  root?: string
  urls?: boolean
  json?: boolean
  byHand?: boolean
}

/** Prints the list. */
export async function list(codes: string[], flags: ListFlags): Promise<void> {
  const installed = await readInstalled(rootOf(flags))
  const offers = offersWithin(codes)
  if (flags.byHand === true) {
    if (codes.length === 0) throw new Error('--by-hand needs a code: milepost data list fr-38 --by-hand')
    for (const offer of offers) tellByHand(offer, rootOf(flags))
    return
  }
  if (flags.urls === true) {
    for (const offer of offers) for (const url of urlsOf(offer)) say(`${offer.area.code}  ${url}`)
    return
  }
  if (flags.json === true) {
    for (const offer of offers) say(JSON.stringify(described(offer, installed)))
    return
  }
  for (const source of SOURCES) tell(source, offers, codes.length > 0)
  await tellInstalled(installed, rootOf(flags))
}

/** Every code of the registry, or those within some codes. */
function offersWithin(codes: string[]): Offer[] {
  const wanted = codes.map((code) => code.toLowerCase())
  const all = SOURCES.flatMap((source) => source.areas.map((area) => ({ source, area })))
  return wanted.length === 0
    ? all
    : all.filter(({ area }) => wanted.some((code) => isWithin(area.code, code)))
}

function described(offer: Offer, installed: Installed[]): unknown {
  const { source, area } = offer
  const there = installed.find((one) => one.code === area.code && one.source === source.id)
  return {
    code: area.code,
    name: area.name,
    publisher: source.publisher,
    gives: givesOf(source),
    rows: area.rows ?? null,
    bytes: area.bytes ?? null,
    ...termsOf(offer),
    share_alike: source.shareAlike,
    rhythm: source.rhythm,
    installed: there === undefined ? null : there.added,
  }
}

/** The use of a source, in words. */
export function givesOf({ gives }: Source): string {
  return {
    points: 'houses, streets',
    ranges: 'ranges of house numbers',
    postcodes: 'postcodes',
    places: 'places',
    divisions: 'places in their languages, polygons',
    poi: 'points of interest',
    osm: 'houses, streets, places, postcodes, points of interest',
  }[gives]
}

/** A publisher with its countries; all codes within a country if requested, otherwise their number. */
function tell(source: Source, offers: Offer[], inFull: boolean): void {
  const own = offers.filter((offer) => offer.source === source)
  if (own.length === 0) return
  const codes = new Set(own.map(({ area }) => area.code))
  const wide = inFull ? own : own.filter(({ area }) => !widerOf(area.code).some((code) => codes.has(code)))
  say(`${source.publisher}: ${givesOf(source)}; ${source.licence}; ${source.rhythm}`)
  if (source.note !== undefined) say(`  ${source.note}`)
  for (const { area } of wide) {
    const parts = inFull ? [] : [...codes].filter((code) => code !== area.code && isWithin(code, area.code))
    const narrower = parts.length === 0 ? '' : `  and by part: ${shortened(parts)}`
    const rows = area.rows === undefined ? '' : `  ${String(area.rows)} rows`
    const bytes = area.bytes === undefined ? '' : `  ${(area.bytes / 1e6).toFixed(0)} MB`
    say(`  ${area.code}  ${area.name}${rows}${bytes}${narrower}`)
  }
}

/** The codes that a code lies within: `us-md` and `us` for `us-md-005`. */
function widerOf(code: string): string[] {
  const parts = code.split('-')
  return parts.slice(1).map((_, more) => parts.slice(0, more + 1).join('-'))
}

function shortened(codes: string[]): string {
  const [first = '', second = ''] = codes
  return codes.length < 4
    ? codes.join(', ')
    : `${first}, ${second} … ${codes.at(-1) ?? ''} (${String(codes.length)})`
}

async function tellInstalled(installed: Installed[], root: string): Promise<void> {
  if (installed.length === 0) {
    say(`nothing was added to ${root}`)
    return
  }
  say(`In ${root}:`)
  for (const { code, publisher, licence, release, added, files } of installed) {
    for (const { path, rows } of files) {
      const size = (await stat(join(root, path)).catch(() => undefined))?.size
      const state = size === undefined ? 'missing' : `${(size / 1e6).toFixed(1)} MB`
      const counted = rows === 0 ? '' : `  ${String(rows)} rows`
      say(
        `  ${code}  ${publisher} ${release ?? added.slice(0, 10)}  ${licence}${counted}  ${path} (${state})`,
      )
    }
  }
}
