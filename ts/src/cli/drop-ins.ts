/** The commands of the drop-ins: `milepost search serve`, `milepost search openapi` and so on. */
import { type Command, InvalidArgumentError, Option } from 'commander'

import { serve } from '../http/lifecycle/serve.js'
import type { ServeOptions } from '../http/surface.js'
import { withOpenApi, withServeFlags, withTiles } from './flags.js'

/** A surface that replaces another service. */
export interface DropIn {
  /** Name of the command and of the folder below `ts/src/surfaces`. */
  name: string
  /** Description of its command. */
  description: string
  /** Port by default. */
  port: number
  /** Whether it looks up places. */
  gazetteer: boolean
  /** Whether its page has a map. */
  map: boolean
  /** The service whose rules `--profile` can follow if Milepost's differ. */
  profile?: string
}

/** Every drop-in with its default port. */
export const DROP_INS: readonly DropIn[] = [
  {
    name: 'typeahead',
    description: 'Photon drop-in: completion while you type',
    port: 2322,
    gazetteer: true,
    map: true,
    profile: 'photon',
  },
  {
    name: 'pelias',
    description: 'Pelias drop-in: search, completion and reverse lookup',
    port: 4000,
    gazetteer: true,
    map: false,
  },
  {
    name: 'parser',
    description: 'libpostal drop-in: labelled parts and expansions',
    port: 8081,
    gazetteer: false,
    map: false,
    profile: 'libpostal',
  },
  {
    name: 'search',
    description: 'Nominatim drop-in: search and reverse lookup',
    port: 8080,
    gazetteer: true,
    map: true,
    profile: 'nominatim',
  },
]

/** Adds the commands of a drop-in. Pages of any origin may call it unless `--no-cors` is given. */
export function addDropIn(
  program: Command,
  { name, description, port, gazetteer, map, profile }: DropIn,
): void {
  const url = new URL(`../surfaces/${name}/surface.js`, import.meta.url).href
  const group = program.command(name).description(description)
  const command = withServeFlags(group.command('serve').description(`start the ${name} server`), port)
  if (gazetteer) command.option('--candidate-db <path>', 'gazetteer database to use (candidate.db)')
  if (map) withTiles(command)
  if (profile !== undefined) command.addOption(profileOption(name, profile))
  command
    .option('--no-cors', 'refuse requests from web pages of other origins')
    .option('--weights <folder>', 'weights bundle to use instead of the installed one')
    .action(async (options: ServeOptions) => {
      await serve(url, options)
    })
  withOpenApi(group, name, url)
}

/**
 * `--profile` and its environment variable. An empty variable is unset. Each surface has its own, so that several can share
 * one file of variables.
 */
function profileOption(surface: string, profile: string): Option {
  const choices = ['milepost', profile]
  return new Option('--profile <name>', 'whose rules to follow where they differ')
    .choices(choices)
    .argParser((name: string) => {
      if (name === '') return 'milepost'
      if (!choices.includes(name)) {
        throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`)
      }
      return name
    })
    .env(`SERVICE_${surface.toUpperCase()}_PROFILE`)
    .default('milepost')
}
