/** The areas of the publishers: `publishers.json` lists them one by one, or for each row of a list that several publishers share. */
import COUNTRIES from './countries.json' with { type: 'json' }
import type { Area, AreaTemplate, Publisher } from './source.js'
import COUNTIES from './us-counties.json' with { type: 'json' }
import STATES from './us-states.json' with { type: 'json' }

/** What a list knows of an area. */
type Row = Pick<Area, 'code' | 'name'> & Partial<Area>

const LISTS: Record<AreaTemplate['each'], () => Row[]> = {
  countries: () => COUNTRIES as Row[],
  'countries-with-addresses': () => COUNTRIES.filter(({ rows }) => rows !== undefined) as Row[],
  'us-states': () => STATES as Row[],
  'us-counties': () => COUNTIES.flatMap(statesAndCounties),
}

/** The areas of a publisher. */
export function areasOf({ areas }: Publisher): Area[] {
  return areas.flatMap((one) => ('each' in one ? LISTS[one.each]().map((row) => filled(one, row)) : [one]))
}

function filled(template: AreaTemplate, row: Row): Area {
  const { code = '{code}', name = '{name}', parts = row.parts ?? [], fields = [], bytesPerRow } = template
  const fill = (text: string) => text.replace('{code}', row.code).replace('{name}', row.name)
  return {
    code: fill(code),
    name: fill(name),
    parts: parts.map(fill),
    ...Object.fromEntries(fields.map((field) => [field, row[field]])),
    ...(bytesPerRow !== undefined && row.rows !== undefined && { bytes: row.rows * bytesPerRow }),
  }
}

/** A state and each of its counties. */
function statesAndCounties({ state, fips, counties }: (typeof COUNTIES)[number]): Row[] {
  const name = `United States, ${state.toUpperCase()}`
  const parts = counties.split(' ').map((county) => `${fips}${county}`)
  return [
    { code: `us-${state}`, name, parts },
    ...parts.map((part) => ({
      code: `us-${state}-${part.slice(2)}`,
      name: `${name}, county ${part}`,
      parts: [part],
    })),
  ]
}
