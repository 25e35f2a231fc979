/** Answers for people on a terminal. */
import { distanceInWords, joined, labelInWords, levelInWords, percent, sentence } from '../wire/words.js'

interface ParseBody {
  components: { tag: string; value: string }[]
  debug?: string
}

interface ReverseBody {
  lat: number
  lon: number
  house: { house_number: string; street: string } | null
  places: { placetype: string; name: string }[]
  formatted?: string
}

interface GeocodeBody {
  components: Record<string, string>
  lat: number | null
  lon: number | null
  match_level?: string | null
  accuracy_m?: number | null
  confidence?: number | null
  hierarchy: { tag: string; name: string }[]
  formatted?: string
  intent_markers?: { message: string }[]
  candidates: { name: string; lat: number; lon: number; within?: string[] }[]
}

/** Components, one per line. */
export function renderParse(body: string): string {
  const { components, debug } = JSON.parse(body) as ParseBody
  const table = columns(components.map(({ tag, value }) => [tag, value]))
  return (table === '' ? 'no components\n' : table) + (debug === undefined ? '' : `${debug}\n`)
}

/** Labelled parts, one per line. */
export function renderLabels(body: string): string {
  const parts = JSON.parse(body) as { label: string; value: string }[]
  const table = columns(parts.map(({ label, value }) => [label, value]))
  return table === '' ? 'no components\n' : table
}

/** Expansions, one per line. */
export function renderExpansions(body: string): string {
  const { expansions } = JSON.parse(body) as { expansions: string[] }
  return expansions.map((expansion) => `${expansion}\n`).join('')
}

/** A card: what was found, how exact and how certain it is, the places around it, the components, the findings and a link to a map. */
export function renderGeocode(body: string): string {
  const result = JSON.parse(body) as GeocodeBody
  const { lat, lon, hierarchy, components, candidates } = result
  const findings = (result.intent_markers ?? []).map(({ message }) => `! ${sentence(message)}\n`).join('')
  const parts = columns(Object.entries(components).map(([tag, value]) => [labelInWords(tag), value]))
  if (lat === null || lon === null) return sections('Not found\n', parts, findings)
  const { match_level: level, accuracy_m: radius, confidence } = result
  const exactness = joined([
    levelInWords(level),
    radius === undefined || radius === null ? undefined : `within ${distanceInWords(radius)}`,
    confidence === undefined || confidence === null ? undefined : `${percent(confidence)} certain`,
  ])
  return sections(
    `${joined(hierarchy.map(({ name }) => name)) || 'Coordinates'}\n${exactness}\n`,
    columns([
      ['point', `${String(lat)}, ${String(lon)}`],
      ['map', mapLink(lat, lon, radius ?? 0)],
    ]),
    result.formatted === undefined ? '' : `${result.formatted}\n`,
    columns(hierarchy.map(({ tag, name }) => [labelInWords(tag), name])),
    parts,
    columns(candidates.filter(isAnswer).map(candidate)),
    findings,
  )
}

/** What is at a point: the house, and the places that contain it. */
export function renderReverse(body: string): string {
  const { lat, lon, house, places, formatted } = JSON.parse(body) as ReverseBody
  if (house === null && places.length === 0) return 'Nothing found\n'
  const address =
    house === null ? [] : [['house', `${house.house_number} ${house.street}`] as [string, string]]
  return sections(
    columns([
      ...address,
      ...places.map(({ placetype, name }): [string, string] => [labelInWords(placetype), name]),
    ]),
    formatted === undefined ? '' : `${formatted}\n`,
    columns([['map', mapLink(lat, lon, 0)]]),
  )
}

function sections(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n')
}

/** OpenStreetMap with a pin, at a zoom that shows the radius. */
function mapLink(lat: number, lon: number, radius: number): string {
  // At zoom 0 the circumference of the earth is 256 pixels, so a radius takes a third of a window of 800.
  const zoom = Math.min(18, Math.max(2, Math.floor(Math.log2(4e7 / Math.max(radius, 50)))))
  const [latText, lonText] = [String(lat), String(lon)]
  return `https://www.openstreetmap.org/?mlat=${latText}&mlon=${lonText}#map=${String(zoom)}/${latText}/${lonText}`
}

/** Candidates are complete answers if several were asked for. */
function isAnswer({ within }: GeocodeBody['candidates'][number]): boolean {
  return within !== undefined
}

function candidate({ name, lat, lon, within = [] }: GeocodeBody['candidates'][number]): [string, string] {
  return [`${String(lat)}, ${String(lon)}`, [name, ...within].join(', ')]
}

function columns(rows: [string, string][]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('')
}
