// Writes texts that are no address, one a line, the same lines every time: wares, telephone numbers, phrases, works, people, and what
// machines write, in 18 languages. The parser has seen none of them. The confidence of answers is fitted on these (confidence.py).
//
//     npm install --prefix FOLDER @faker-js/faker@10.6.0
//     node tasks/training/ranking/no_addresses.js FOLDER > no_addresses.txt

import { createRequire } from 'node:module'
import { resolve } from 'node:path'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('no_addresses.js FOLDER: name the folder where @faker-js/faker is installed')
  process.exit(2)
}
const { allFakers } = createRequire(resolve(folder, 'package.json'))('@faker-js/faker')

const LOCALES = 'en de fr es it nl pl pt_BR sv cs_CZ da fi hu nb_NO hr sk ru tr'.split(' ')
// Texts of each maker in each language; equal ones count once.
const TIMES = 40

const makers = [
  // Wares.
  (f) => f.commerce.productName(),
  (f) => `${f.commerce.productMaterial()} ${f.commerce.product()}`,
  (f) => `${f.vehicle.manufacturer()} ${f.vehicle.model()} ${f.number.int({ min: 1990, max: 2030 })}`,
  (f) => f.vehicle.vehicle(),
  (f) => f.food.dish(),
  (f) => f.food.ingredient(),
  (f) =>
    `${f.company.name()} ${f.commerce.product()} ${f.string.alphanumeric({ length: 5, casing: 'upper' })}`,
  (f) => f.airline.airplane().name,
  // Telephone numbers.
  (f) => f.phone.number(),
  (f) => f.phone.number({ style: 'international' }),
  (f) => `Tel. ${f.phone.number({ style: 'national' })}`,
  // Phrases and words.
  (f) => f.company.catchPhrase(),
  (f) => f.hacker.phrase(),
  (f) => f.lorem.sentence(),
  (f) => f.lorem.words(3),
  (f) => f.word.words({ count: { min: 1, max: 5 } }),
  (f) => f.commerce.productDescription(),
  (f) => f.git.commitMessage(),
  (f) => f.science.chemicalElement().name,
  (f) => f.color.human(),
  (f) => f.animal.type(),
  // Works.
  (f) => f.music.songName(),
  (f) => f.music.artist(),
  (f) => f.book.title(),
  (f) => f.book.author(),
  (f) => f.person.jobTitle(),
  // People.
  (f) => f.person.fullName(),
  (f) => f.internet.displayName(),
  // What machines write.
  (f) => f.internet.email(),
  (f) => f.internet.url(),
  (f) => f.system.filePath(),
  (f) => f.internet.userAgent(),
  (f) => f.date.past({ refDate: '2026-01-01' }).toISOString(),
  (f) => f.finance.iban(),
  (f) => f.commerce.isbn(),
  (f) => f.finance.creditCardNumber(),
  (f) => f.string.uuid(),
  (f) => f.internet.ipv6(),
  (f) => f.vehicle.vin(),
  (f) => `${f.finance.amount()} ${f.finance.currencyCode()}`,
  (f) => f.finance.accountNumber(),
]

const texts = new Set()
for (const locale of LOCALES) {
  const faker = allFakers[locale]
  faker.seed(7)
  for (const make of makers) {
    for (let time = 0; time < TIMES; time += 1) {
      try {
        texts.add(make(faker).replace(/\s+/g, ' ').trim())
      } catch {
        // The package lacks these words in this language.
        break
      }
    }
  }
}
console.log([...texts].filter(Boolean).join('\n'))
