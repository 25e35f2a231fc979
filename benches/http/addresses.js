/** Addresses and half-typed texts to ask with: made of parts, always the same, so many that no cache holds the answer to all. */

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

/** A thousand addresses, two of the United States to one of France. */
export const ADDRESSES = Array.from({ length: 1000 }, (_, index) =>
  index % 3 === 2
    ? `${1 + (index % 97)} ${RUES[index % RUES.length]}, ${VILLES[(index >> 3) % VILLES.length]}`
    : `${1 + 2 * index} ${STREETS[index % STREETS.length]}, ${TOWNS[(index >> 2) % TOWNS.length]}`,
)

/** What a server is asked while people type: every text from its first letter on. */
export const PREFIXES = TYPED.flatMap((text) => Array.from(text, (_, index) => text.slice(0, index + 1)))
