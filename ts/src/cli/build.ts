/** `milepost build`: runs the builder, a separate program in the platform package. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { Command } from 'commander'

import { runBuilder } from '../engine/builder.js'
import { CANDIDATE, starterData } from '../engine/data-root.js'

/** Adds the command. The builder defines its flags, its help and its checks. */
export function addBuild(program: Command): void {
  program
    .command('build')
    .description('build databases from published files; see `milepost build --help`')
    .argument('[arguments...]', 'KIND SOURCE... --out DB')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (parameters: string[]) => {
      process.exitCode = (await runBuilder(withGazetteer(parameters))).code
    })
}

/** Places of OpenStreetMap lie over the starter data unless another gazetteer is named. */
function withGazetteer(parameters: readonly string[]): string[] {
  const starter = starterData()
  const isNamed = parameters.some((parameter) => /^--(gazetteer|help)\b/.test(parameter))
  const hasPlaces = parameters[0] === 'osm' || parameters[0] === 'photon'
  if (!hasPlaces || isNamed || starter === undefined) return [...parameters]
  const candidate = join(starter, CANDIDATE)
  return existsSync(candidate) ? [...parameters, '--gazetteer', dirname(candidate)] : [...parameters]
}
