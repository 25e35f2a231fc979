/** The commands of the drop-ins: `milepost search serve`, `milepost search openapi` and so on. */
import { type Command, Option } from 'commander'

import { serve } from '../http/serve.js'
import type { ServeOptions } from '../http/surface.js'
import { withOpenApi, withServeFlags, withTiles } from './flags.js'

/** A surface that takes the place of another service. */
export interface DropIn {
  /** Name of the command and of the folder below `ts/src/surfaces`. */
  name: string
  /** What its command says of it. */
  description: string
  /** Port unless another is asked for. */
  port: number
  /** Whether it looks places up. */
  gazetteer: boolean
  /** The service that `--profile` can imitate where Milepost's own rules differ. */
  profile?: string
}

/** Every drop-in with its default port. */
export const DROP_INS: readonly DropIn[] = [
  {
    name: 'typeahead',
    description: 'completion while typing',
    port: 2322,
    gazetteer: true,
    profile: 'photon',
  },
  { name: 'pelias', description: 'search, completion and reverse lookup', port: 4000, gazetteer: true },
  { name: 'parser', description: 'labelled parts and expansions', port: 8081, gazetteer: false },
  {
    name: 'search',
    description: 'search and reverse lookup',
    port: 8080,
    gazetteer: true,
    profile: 'nominatim',
  },
]

/** Adds the commands of a drop-in. Pages of any origin may call it unless `--no-cors` is given. */
export function addDropIn(program: Command, { name, description, port, gazetteer, profile }: DropIn): void {
  const url = new URL(`../surfaces/${name}/surface.js`, import.meta.url).href
  const group = program.command(name).description(description)
  const command = withServeFlags(group.command('serve').description(`serve the ${name} surface`), port)
  if (gazetteer) withTiles(command.option('--candidate-db <path>', 'candidate gazetteer'))
  if (profile !== undefined) {
    command.addOption(
      new Option('--profile <name>', 'whose rules are followed where they differ')
        .choices(['interface', profile])
        .default('interface'),
    )
  }
  command
    .option('--no-cors', 'pages of other origins may not call')
    .option('--weights <folder>', 'weights bundle in place of the installed one')
    .action(async (options: ServeOptions) => {
      await serve(url, options)
    })
  withOpenApi(group, name, url)
}
