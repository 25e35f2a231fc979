/**
 * The calls of the core, in groups by what they need. `engine.ts` offers a group if its needs are open. Every call goes to the data that
 * are open at that moment, so a reload replaces them for all groups at once.
 */
import type { Credit } from '../wire/data-report.js'
import type { LoadedAddon } from './addon.js'
import type { Calls, ModelCard } from './calls.js'
import { locateAdmin, newestOf } from './data-root.js'
import type { OpenData, Warn } from './open-data.js'
import { geocodeReader } from './read-geocode.js'
import { parseReader } from './read-parse.js'
import { reportShards } from './shards.js'

type Current = () => OpenData

/** Reports on `current`, which lacks the core if the addon cannot be loaded. */
export function reports(current: () => Pick<OpenData, 'root'> & Partial<OpenData>) {
  const shards = () => reportShards(current().native)
  return {
    data: () => {
      const { native, root, poiDb } = current()
      const updated = native?.dataUpdated() ?? undefined
      const { situs_states, interpolation_states, skipped, ...counts } = shards()
      return {
        ...root,
        situs_states,
        interpolation_states,
        damaged: native?.damaged() ?? 0,
        shards: { ...counts, skipped: skipped.length },
        sources: JSON.parse(native?.credits() ?? '[]') as Credit[],
        ...(poiDb !== undefined && { poi_db: poiDb }),
        ...(updated !== undefined && { data_updated: updated }),
      }
    },
    shards,
  } satisfies Partial<Calls>
}

export function expansion(current: Current) {
  return {
    expand: (address) => current().native.expand(address),
    expandLater: (address) => current().native.expandLater(address),
  } satisfies Partial<Calls>
}

export function parsing(current: Current) {
  const card = current().native.modelCard()
  return {
    parse: (address, inputMode, debug, country) => current().native.parse(address, inputMode, debug, country),
    read: parseReader(() => current().native),
    label: (address) => current().native.label(address, 'formatted'),
    labelLater: (address) => current().native.labelLater(address),
    labelAll: (addresses, inputMode) => current().native.labelAll(addresses, inputMode),
    parseAll: (addresses, inputMode, debug, country) =>
      current().native.parseAll(addresses, inputMode, debug, country),
    ...(card !== null && { model: JSON.parse(card) as ModelCard }),
  } satisfies Partial<Calls>
}

export function comparing(current: Current) {
  return {
    compare: (a, b, country, inputMode, geocode) =>
      current().native.compare(a, b, country, inputMode, geocode),
  } satisfies Partial<Calls>
}

export function geocoding(current: Current, Cancellation: LoadedAddon['Cancellation']) {
  return {
    geocode: (address, inputMode, bounds) => current().native.geocode(address, inputMode, bounds),
    locate: geocodeReader(() => current().native),
    search: (query, bounds) => current().native.search(query, bounds),
    geocodeAll: (addresses, inputMode, bounds) => current().native.geocodeAll(addresses, inputMode, bounds),
    geocodeBatch: (addresses, inputMode, { longest, signal, bounds } = {}) => {
      const cancellation = new Cancellation()
      const cancel = () => {
        cancellation.cancel()
      }
      if (signal?.aborted === true) cancel()
      else signal?.addEventListener('abort', cancel)
      return current().native.geocodeBatch(addresses, inputMode, longest, cancellation, bounds)
    },
  } satisfies Partial<Calls>
}

export function lookup(current: Current, warn: Warn) {
  let checked: OpenData | undefined
  return {
    resolve: (request) => current().native.resolve(request),
    complete: (query, options) => {
      const data = current()
      // Once for each opened database, and only if completions are used.
      if (checked !== data) {
        checked = data
        const { problem, refused = false } = data.native.completionIndex() ?? {}
        // A refused index was reported at opening.
        if (problem !== undefined && !refused) warn(problem)
      }
      return data.native.complete(query, options)
    },
  } satisfies Partial<Calls>
}

export function reverseLookups(current: Current) {
  return {
    reverse: (lat, lon, { houses = false, languages } = {}) =>
      current().native.reverse(lat, lon, houses, languages),
    reverseBody: (lat, lon, { languages, formatted } = {}) =>
      current().native.reverseBody(lat, lon, languages, formatted),
    place: (id, languages) => current().native.place(id, languages),
  } satisfies Partial<Calls>
}

export function osmObjects(current: Current) {
  return {
    object: (id, geometry) => current().native.object(id, geometry),
    objectAt: (kind, name, { lat, lon }, geometry) =>
      current().native.objectAt(kind, name, lat, lon, geometry),
  } satisfies Partial<Calls>
}

export function pointsOfInterest(current: Current) {
  return {
    poi: (query, languages) => current().native.poi(query, languages),
    completePoi: (query, options) => current().native.completePoi(query, options),
  } satisfies Partial<Calls>
}

/** `adminDb` is the administrative database that was named; by default the one of the data root. */
export function dataInfo(current: Current, adminDb: string | undefined) {
  return {
    sources: () => JSON.parse(current().native.sources()) as string[],
    sourcesOf: (gives, country, region) =>
      JSON.parse(current().native.sourcesOf(gives, country, region)) as string[],
    dataUpdated: () => {
      const { native, location } = current()
      const day = native.dataUpdated()
      if (day !== null) return `${day}T00:00:00+00:00`
      const { adminDb: admin } = locateAdmin(location.dataRoot, adminDb)
      return newestOf([location.candidateDb, admin].filter((path) => path !== undefined))
    },
    files: () => {
      const { dataRoot, candidateDb } = current().location
      return { dataRoot, candidateDb, ...locateAdmin(dataRoot, adminDb) }
    },
  } satisfies Partial<Calls>
}
