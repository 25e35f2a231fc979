/**
 * Writes ts/src/surfaces/search/subdivision-names.ts, English names by code, and crates/build/data/region_names.tsv, names at home
 * by English ones, from ISO 3166-2 (`iso-3166`) and the English names of `cldr-subdivisions-full`, a package of the npm
 * registry (Unicode-3.0): `node scripts/build-subdivision-names.js FOLDER`, the folder where it is unpacked. It is needed only for
 * a new release of CLDR, so the package is no dependency.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { iso31662 } from 'iso-3166'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('give the folder of cldr-subdivisions-full')
const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const { version, license } = read('package.json')
const names = read('subdivisions/en/en.json').subdivisions.localeDisplayNames.subdivisions

/** Countries whose divisions the standard numbered anew and CLDR has by their old codes. */
const RENUMBERED = ['IR', 'MA']

/** Divisions right below their country whose English name is another one. */
const rows = iso31662
  .filter(({ parent }) => parent.length === 2 && !RENUMBERED.includes(parent))
  .map(({ code, name }) => ({ code, name, english: names[code.toLowerCase().replace('-', '')] }))
  .filter(({ name, english }) => english !== undefined && english !== name)
  .sort((a, b) => (a.code < b.code ? -1 : 1))

writeFileSync(
  join(import.meta.dirname, '../ts/src/surfaces/search/subdivision-names.ts'),
  [
    `/** English names of divisions where ISO 3166-2 has others. Written by scripts/build-subdivision-names.js from cldr-subdivisions-full ${version} (${license}); not to be edited. */`,
    '// prettier-ignore',
    'export const ENGLISH_NAMES: readonly (readonly [code: string, name: string])[] = [',
    ...rows.map(({ code, english }) => `  [${JSON.stringify(code)}, ${JSON.stringify(english)}],`),
    ']',
    '',
  ].join('\n'),
)

const home = rows
  .map(({ code, english, name }) => [code.slice(0, 2), english, name.replace(/ \[.*\]$/, '')].join('\t'))
  .filter((row) => !row.includes(','))
writeFileSync(
  join(import.meta.dirname, '../crates/build/data/region_names.tsv'),
  [
    '# Country, English name of a division, its name at home. Written by scripts/build-subdivision-names.js from iso-3166 and',
    `# cldr-subdivisions-full ${version} (${license}); not to be edited.`,
    ...home.sort(),
    '',
  ].join('\n'),
)
