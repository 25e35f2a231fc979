/** `milepost build`: runs the builder that ships with the platform package, a program of its own. */
import type { Command } from 'commander'

import { runBuilder } from '../engine/builder.js'

/** Adds the command. Its flags, its help and what it checks are the builder's. */
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
