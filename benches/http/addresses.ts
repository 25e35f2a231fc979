/** Addresses and half-typed texts to ask with: made of parts, always the same, so many that no cache holds the answer to all. */
import { readFileSync } from 'node:fs'

const STREETS = [
  'Main St',
  'Oak Ave',
  'N Maple Dr',
  'Martin Luther King Jr Blvd',
  'County Road 20',
  '5th Ave',
  'Broadway',
]
const TOWNS = [
  'Reno, NV 89501',
  'New York, NY 10118',
  'Springfield, IL 62701',
  'Austin, TX 78701',
  'Burlington, VT 05401',
  'Salt Lake City, UT 84101',
]
const RUES = [
  'Rue de la République',
  'Avenue Jean Jaurès',
  'Chemin du Moulin',
  'Place de la Mairie',
  'Bd Victor Hugo',
]
const VILLES = ['75008 Paris', '69003 Lyon', '13001 Marseille', '38660 Le Touvet', '31000 Toulouse']
const TYPED = [
  'new york',
  'paris',
  'springfield',
  'marseille',
  'saint-etienne',
  'los angeles',
  'toulouse',
  'burlington',
]

/** A file of addresses, one a line, to ask in the place of those below: that of a folder made by `data_root.py`. */
const FILE = process.env['MILEPOST_BENCH_ADDRESSES']

/** The texts of a list in turn, again and again. */
function turn(texts: readonly string[], index: number): string {
  return texts[index % texts.length] ?? ''
}

/** A thousand addresses, two of the United States to one of France. */
const MADE = Array.from({ length: 1000 }, (_, index) =>
  index % 3 === 2
    ? `${String(1 + (index % 97))} ${turn(RUES, index)}, ${turn(VILLES, index >> 3)}`
    : `${String(1 + 2 * index)} ${turn(STREETS, index)}, ${turn(TOWNS, index >> 2)}`,
)

/** The addresses that are asked. */
export const ADDRESSES = FILE === undefined ? MADE : readFileSync(FILE, 'utf8').trim().split('\n')

/** Components to format: houses of towns of the United States and of France. */
export const COMPONENTS = Array.from({ length: 100 }, (_, index) =>
  index % 3 === 2
    ? {
        country: 'FR',
        components: {
          house_number: String(1 + index),
          street_prefix: 'Rue',
          street: turn(['de la République', 'Jean Jaurès', 'du Moulin'], index % 7),
          postcode: String(10_000 + 870 * index),
          locality: turn(['Paris', 'Lyon', 'Le Touvet', 'Toulouse'], index),
        },
      }
    : {
        country: 'US',
        components: {
          house_number: String(100 + 7 * index),
          street: turn(['Main', 'Oak', '5th', 'Martin Luther King Jr'], index),
          street_suffix: turn(['St', 'Ave', 'Blvd NW'], index % 5),
          ...(index % 2 === 0 && { unit: `Apt ${String(index)}` }),
          locality: turn(['Reno', 'New York', 'Springfield', 'Salt Lake City'], index >> 1),
          region: turn(['NV', 'NY', 'IL', 'UT'], index >> 1),
          postcode: String(10_118 + 640 * index),
        },
      },
)

/** What a server is asked while people type: every text from its first letter on. */
export const PREFIXES = TYPED.flatMap((text) => Array.from(text, (_, index) => text.slice(0, index + 1)))
