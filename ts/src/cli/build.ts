/** `milepost build`: runs the builder, a separate program in the platform package. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { Command } from 'commander'

import { runBuilder } from '../engine/builder.js'
import { ADMIN, CANDIDATE, starterData } from '../engine/data-root.js'

/** Adds the command. The builder defines its flags, its help and its checks. */
export function addBuild(program: Command): void {
  program
    .command('build')
    .description('build databases from published files; see `milepost build --help`')
    .argument('[arguments...]', 'KIND SOURCE... --out DB')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (parameters: string[]) => {
      process.exitCode = (await runBuilder(withStarterData(parameters))).code
    })
}

/** Kinds that find out the country of a table by its coordinates. */
const OF_TABLES = ['points', 'address-points', 'streets', 'street-centroids']

/** Places of OpenStreetMap lie over the starter data unless another gazetteer is named, and tables are in the country that these know. */
function withStarterData(parameters: readonly string[]): string[] {
  const starter = starterData()
  const [kind = ''] = parameters
  const add = (flag: string, file: string, path = file) => {
    const isNamed = parameters.some((word) => word === '--help' || word.split('=')[0] === flag)
    return isNamed || !existsSync(file) ? [...parameters] : [...parameters, flag, path]
  }
  if (starter === undefined) return [...parameters]
  const candidate = join(starter, CANDIDATE)
  if (kind === 'osm' || kind === 'photon') return add('--gazetteer', candidate, dirname(candidate))
  if (OF_TABLES.includes(kind)) return add('--admin-db', join(starter, ADMIN))
  return [...parameters]
}
