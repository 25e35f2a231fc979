/** The native surface. */
import type { Completion, FoundHouse, FoundPlace } from '../../../wire/found.js'
import type { GeocodeResult } from '../../../wire/geocode.js'
import type { Parse } from '../../../wire/parse.js'
import {
  ask,
  type Found,
  type Part,
  type Place,
  type Point,
  Refusal,
  type Service,
  type Suggestion,
  written,
} from '../service.js'
import {
  COARSE,
  countryName,
  distanceInWords,
  joined,
  labelInWords,
  levelInWords,
  percent,
  sentence,
  tierInWords,
} from '../../../wire/words.js'
import { BATCH, BULK } from './native-rows.js'

/** Confidence below which an answer is marked as doubtful. */
const DOUBTFUL = 0.7

/** Candidates that are shown with their region, to distinguish towns of one name. */
const MOST_OTHERS = 5

interface Readiness {
  parse: boolean
  geocode: boolean
}

/** The service; `hasBulk` says whether the server was started with `--bulk`. */
export function nativeService(hasBulk: boolean): Service {
  return { ...native, ...(hasBulk ? BULK : BATCH) }
}

const native: Service = {
  suggest: async (text, near, signal) => {
    const around = near === undefined ? '' : `&lat=${String(near.lat)}&lon=${String(near.lon)}`
    const path = `playground/complete?q=${encodeURIComponent(text)}${around}`
    const { body } = await ask<Completion[]>({ path }, signal)
    return body.map(suggestionOf)
  },

  parts: async (text, signal) => {
    const { body } = await ask<Parse>({ path: `v1/parse?address=${encodeURIComponent(text)}` }, signal)
    return partsOf(body.tree.roots).sort((one, other) => one.start - other.start)
  },

  answer: async (text, signal) => {
    const request = { path: 'v1/geocode', body: JSON.stringify({ address: text }) }
    const { body, json } = await ask<GeocodeResult>(request, signal)
    return { ...answerOf(body), others: await othersOf(body, signal), json, request }
  },

  reverse: async (point, signal) => {
    const request = { path: reversePath(point) }
    const { body, json } = await ask<(FoundHouse | FoundPlace)[]>(request, signal)
    return { ...reversedOf(body, point), json, request }
  },

  lacks: async () => {
    const response = await fetch('health/ready').catch(() => undefined)
    if (response === undefined) return undefined
    const { parse, geocode } = (await response.json()) as Readiness
    if (!parse) {
      return 'Reading addresses is off on this server: no weights are installed for its language. The command “milepost doctor” says what to do.'
    }
    if (!geocode) {
      return 'Finding places is off on this server: it has no gazetteer. Addresses are still read into their parts. The command “milepost doctor” says what to do.'
    }
    return undefined
  },
}

function reversePath({ lat, lon }: Point): string {
  return `playground/reverse?lat=${lat.toFixed(6)}&lon=${lon.toFixed(6)}`
}

function suggestionOf(found: Completion): Suggestion {
  const { name, placetype, city, state, country, postcode } = found
  const isStreet = placetype === 'street' || placetype === 'address'
  const context = joined(
    [isStreet ? postcode : undefined, city, state, country].filter((one) => one !== name),
  )
  return { text: joined([name, context]), name, context, kind: labelInWords(placetype) }
}

type Node = Parse['tree']['roots'][number]

function partsOf(nodes: readonly Node[]): Part[] {
  return nodes.flatMap(({ tag, value, start, end, confidence, children }) => [
    { label: tag, value, start, end, confidence },
    ...partsOf(children),
  ])
}

function answerOf(result: GeocodeResult): Found {
  const { lat, lon, hierarchy, intent_markers, confidence, accuracy_m, match_level } = result
  const notes = intent_markers.map(({ message }) => sentence(message))
  if (lat === null || lon === null) {
    const level = 'Nothing in the data fits this text well enough.'
    return { title: 'No place found', level, tone: 'none', notes }
  }
  const point = { lat, lon }
  const isDoubtful =
    (confidence ?? 1) < DOUBTFUL || intent_markers.some(({ kind }) => kind !== 'disagreement')
  return {
    title: titleOf(result),
    level: levelInWords(match_level, askedFor(result)),
    tone: isDoubtful ? 'doubtful' : 'sure',
    point,
    radius: accuracy_m ?? undefined,
    trail: hierarchy
      .map(({ tag, name, lat, lon }) => ({ name, kind: labelInWords(tag), point: { lat, lon } }))
      .reverse(),
    notes: [...notes, ...missing(result)],
    facts: [
      ['Point', written(point)],
      ['Within', accuracy_m === null ? undefined : `${distanceInWords(accuracy_m)}, nine times in ten`],
      [
        'Confidence',
        confidence === null ? undefined : `${percent(confidence)} to be within 25 km of what you meant`,
      ],
      ['Source', `${tierInWords(result.resolution_tier)} (tier ${result.resolution_tier})`],
    ],
  }
}

/** The finest level that the text asks for. */
function askedFor({ house_number, street }: GeocodeResult): string | undefined {
  return house_number !== null ? 'house' : street !== null ? 'street' : undefined
}

/** Whether the place lacks street data: a town or postcode answers a house or street, and no marker explains why. */
function missing({ street, match_level, intent_markers }: GeocodeResult): string[] {
  const asked = street !== null && match_level !== null && COARSE.has(match_level)
  if (!asked || intent_markers.some(({ code }) => code === 'street_unknown')) return []
  return [
    'The streets and houses of this place are not installed. The command “milepost data list” shows what you can add.',
  ]
}

function titleOf(result: GeocodeResult): string {
  const { match_level, house_number, street, postcode, hierarchy, countryCode } = result
  const names = hierarchy.map(({ name }) => name)
  const isStreet = match_level === 'house' || match_level === 'interpolated' || match_level === 'street'
  const first = isStreet
    ? [match_level === 'street' ? undefined : house_number, streetOf(result) ?? street]
        .filter(Boolean)
        .join(' ')
    : undefined
  const places = names.length === 0 ? [countryName(countryCode)] : [names[0], ...names.slice(-2)]
  const title = joined([first, match_level === 'postcode' ? (postcode ?? undefined) : undefined, ...places])
  return title === '' ? 'A point' : title
}

/** The whole street as written, with its type before or after the name. */
function streetOf({ components }: GeocodeResult): string | undefined {
  const { street_prefix, street_prefix_particle, street, street_suffix } = components
  const parts = [street_prefix, street_prefix_particle, street, street_suffix].filter(Boolean)
  return parts.length === 0 ? undefined : parts.join(' ')
}

/** The other candidates, each with its area. */
async function othersOf(
  { candidates, lat, lon, match_level }: GeocodeResult,
  signal: AbortSignal,
): Promise<Place[]> {
  // Coordinates have no namesakes.
  if (match_level === 'point') return []
  const others = candidates.slice(1).filter((one) => one.lat !== lat || one.lon !== lon)
  return Promise.all(
    others.slice(0, MOST_OTHERS).map(async ({ name, tag, lat, lon, countryCode }) => {
      const point = { lat, lon }
      if (tag === 'country') return { name, kind: labelInWords(tag), point }
      const chain = await ask<(FoundHouse | FoundPlace)[]>({ path: reversePath(point) }, signal).catch(
        (error: unknown) => {
          if (error instanceof Refusal) return undefined
          throw error
        },
      )
      const regions = (chain?.body ?? [])
        .filter((place): place is FoundPlace => 'name' in place && place.placetype === 'region')
        .map((place) => place.name)
      return { name: joined([name, regions[0], countryName(countryCode)]), kind: labelInWords(tag), point }
    }),
  )
}

function reversedOf(found: readonly (FoundHouse | FoundPlace)[], point: Point): Found {
  const houses = found.filter((one): one is FoundHouse => one.placetype === 'address' && 'street' in one)
  const places = found.filter((one): one is FoundPlace => 'name' in one)
  const [house] = houses
  const [place] = places
  const names = places.map(({ name }) => name)
  const title = joined([
    house && `${house.house_number} ${house.street}`,
    house?.postcode,
    names[0],
    ...names.slice(-2),
  ])
  if (title === '') {
    const level = 'The point is far from every place in the data.'
    return { title: 'Nothing is known here', level, tone: 'none', point, facts: [['Point', written(point)]] }
  }
  const [west, south, east, north] = (house === undefined ? place?.bbox : undefined) ?? [0, 0, 0, 0]
  const hasBox = north > south && east > west
  return {
    title,
    level: house === undefined ? 'What is at this point' : 'The nearest house',
    tone: 'sure',
    point: house === undefined ? point : { lat: house.lat, lon: house.lon },
    box: hasBox ? [south, west, north, east] : undefined,
    trail: places
      .map(({ name, placetype, lat, lon }) => ({ name, kind: labelInWords(placetype), point: { lat, lon } }))
      .reverse(),
    facts: [['Point', written(point)]],
  }
}
