/** `milepost build`: runs the builder that ships with the platform package, a program of its own. */
import type { Command } from 'commander'

import { runBuilder } from '../engine/builder.js'

/** Adds the command. Its flags, its help and what it checks are the builder's. */
export function addBuild(program: Command): void {
  program
    .command('build')
    .description('write databases from published files; `milepost build --help` lists the kinds')
    .argument('[arguments...]', 'KIND SOURCE... --out DB')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (parameters: string[]) => {
      process.exitCode = (await runBuilder(parameters)).code
    })
}
