/** Answers for people on a terminal. */

interface ParseBody {
  components: { tag: string; value: string }[]
  debug?: string
}

interface GeocodeBody {
  components: Record<string, string>
  lat: number | null
  lon: number | null
  resolution_tier: string
  epistemic_status: string
  hierarchy: { tag: string; name: string }[]
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

/** The point, its tier, the places that contain it, and the components. */
export function renderGeocode(body: string): string {
  const result = JSON.parse(body) as GeocodeBody
  const { lat, lon } = result
  const point = lat === null || lon === null ? 'unresolved' : `${String(lat)}, ${String(lon)}`
  const places = result.hierarchy.map(({ tag, name }): [string, string] => [tag, name])
  return [
    columns([
      ['point', point],
      ['tier', `${result.resolution_tier}, ${result.epistemic_status}`],
    ]),
    columns(places),
    columns(Object.entries(result.components)),
    columns(result.candidates.filter(isAnswer).map(candidate)),
  ]
    .filter((part) => part !== '')
    .join('\n')
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
