/**
 * Writes crates/build/data/region_names.tsv, what first-level divisions are called at home where English has another name, from
 * ISO 3166-2 (`iso-3166`) and the English names of `cldr-subdivisions-full` (Unicode-3.0), packages of the npm registry:
 * `node scripts/build-region-names.js FOLDER`, the folder where the latter is unpacked. It is needed only for a new release, so
 * that package is no dependency.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { iso31662 } from 'iso-3166'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('give the folder of cldr-subdivisions-full')
const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const { version, license } = read('package.json')
const english = read('subdivisions/en/en.json').subdivisions.localeDisplayNames.subdivisions

/** Countries whose divisions the standard numbered anew and CLDR has by their old codes. */
const RENUMBERED = ['IR', 'MA']

/** `Bavaria` of `Bayern`; ISO writes two languages as `Bruxelles-Capitale, Région de;Brussels Hoofdstedelijk Gewest`. */
const rows = iso31662
  .filter(({ parent }) => parent.length === 2 && !RENUMBERED.includes(parent))
  .map(({ code, parent, name }) => [
    parent,
    english[code.toLowerCase().replace('-', '')],
    name.replace(/ \[.*\]$/, ''),
  ])
  .filter(([, inEnglish, name]) => inEnglish !== undefined && inEnglish !== name && !name.includes(','))
  .map((row) => row.join('\t'))

writeFileSync(
  join(import.meta.dirname, '../crates/build/data/region_names.tsv'),
  [
    '# Country, English name of a division, its name at home. Written by scripts/build-region-names.js from iso-3166 and',
    `# cldr-subdivisions-full ${version} (${license}); not to be edited.`,
    ...rows.sort(),
    '',
  ].join('\n'),
)
