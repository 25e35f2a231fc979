/** `milepost build`: runs the builder, a separate program in the platform package. */
import type { Command } from 'commander'

import { runBuilder } from '../engine/builder.js'

/** Adds the command. The builder defines its flags, its help and its checks. */
export function addBuild(program: Command): void {
  program
    .command('build')
    .description('build databases from published files; see `milepost build --help`')
    .argument('[arguments...]', 'KIND SOURCE... --out DB')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (parameters: string[]) => {
      process.exitCode = (await runBuilder(parameters)).code
    })
}
