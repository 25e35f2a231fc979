/** Codes of first-level divisions (ISO 3166-2) by name, because gazetteers have no codes. */
import DIVISIONS from '../../codes/divisions.json' with { type: 'json' }
// Where ISO 3166-2 has others; written by scripts/tables/subdivision-names.ts.
import ENGLISH_NAMES from './subdivision-names.json' with { type: 'json' }

/** Words for what a division is, which one table has and the other leaves out. */
const KINDS = new Set(
  'of the and state province region county oblast republic respublika voivodeship district capital community department prefecture governorate parish municipality autonomous kray krai okrug emirate canton territory division'.split(
    ' ',
  ),
)

/** What GeoNames calls divisions that neither the standard nor CLDR calls so. */
const OTHER_NAMES: readonly (readonly [code: string, name: string])[] = [
  ['CH-GR', 'Grisons'],
  ['CH-SG', 'Saint Gallen'],
  ['CH-BS', 'Basel-City'],
  ['CN-NM', 'Inner Mongolia'],
  ['CZ-10', 'Prague'],
  ['CZ-20', 'Central Bohemia'],
  ['CZ-31', 'South Bohemian Region'],
  ['CZ-32', 'Plzeň Region'],
  ['CZ-41', 'Carlsbad Region'],
  ['CZ-42', 'Ústí nad Labem Region'],
  ['CZ-51', 'Liberec Region'],
  ['CZ-52', 'Hradec Králové Region'],
  ['CZ-53', 'Pardubice Region'],
  ['CZ-64', 'South Moravian'],
  ['CZ-71', 'Olomouc Region'],
  ['CZ-72', 'Zlín'],
  ['CZ-80', 'Moravian-Silesian Region'],
  ['DK-81', 'North Denmark'],
  ['DK-82', 'Central Jutland'],
  ['DK-83', 'South Denmark'],
  ['ES-CL', 'Castille and León'],
  ['ES-CM', 'Castille-La Mancha'],
  ['ES-NC', 'Navarre'],
  ['ES-VC', 'Valencia'],
  ['FI-04', 'South Savo'],
  ['FI-14', 'North Ostrobothnia'],
  ['FI-03', 'South Ostrobothnia'],
  ['FI-15', 'North Savo'],
  ['FR-20R', 'Corsica'],
  ['FR-NAQ', 'New Aquitaine'],
  ['FR-NOR', 'Normandy'],
  ['IT-32', 'Trentino-Alto Adige'],
  ['IT-57', 'The Marches'],
  ['IT-77', 'Basilicate'],
  ['MX-CMX', 'Mexico City'],
  ['PL-20', 'Podlasie'],
  ['UA-30', 'Kyiv City'],
  ['UA-32', 'Kyiv Oblast'],
  ['UA-40', 'Sevastopol City'],
]

const NAMES: readonly (readonly [code: string, name: string])[] = [
  ...OTHER_NAMES,
  ...Object.entries(ENGLISH_NAMES),
  ...Object.entries(DIVISIONS),
]

/** By whole name; the standard's own names, last in the list, win. */
const BY_NAME = new Map(NAMES.map(([code, name]) => [key(code.slice(0, 2), words(name)), code]))
/** By name without the word for what it is; names that two divisions then share (Kyiv, city and oblast) are left out. */
const BY_BARE_NAME = unambiguous(NAMES.map(([code, name]) => [key(code.slice(0, 2), bare(name)), code]))

/** `US-NV` for Nevada of `US`, `DE-BY` for Bavaria of `DE`; undefined where no table names the division so. */
export function subdivisionCode(country: string, name: string): string | undefined {
  return BY_NAME.get(key(country, words(name))) ?? BY_BARE_NAME.get(key(country, bare(name)))
}

function unambiguous(entries: (readonly [name: string, code: string])[]): Map<string, string> {
  const codes = new Map<string, Set<string>>()
  for (const [name, code] of entries) codes.set(name, (codes.get(name) ?? new Set()).add(code))
  return new Map(
    [...codes].flatMap(([name, [code, ...others]]) =>
      code === undefined || others.length > 0 ? [] : [[name, code] as const],
    ),
  )
}

/** Folded words without marks between them. */
function words(name: string): string[] {
  const folded = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

function bare(name: string): string[] {
  const all = words(name)
  const rest = all.filter((word) => !KINDS.has(word))
  return rest.length === 0 ? all : rest
}

function key(country: string, name: readonly string[]): string {
  return `${country} ${name.join(' ')}`
}
