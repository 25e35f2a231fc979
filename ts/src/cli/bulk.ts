/** `milepost bulk`, `match` and `dedupe`: run the program for tables, with the weights and data that `serve` would open. */
import type { Command } from 'commander'

import { runBuilder } from '../engine/builder.js'

/** The commands with their description and arguments. */
const COMMANDS = [
  [
    'bulk',
    'geocode a table of any length (CSV, GeoJSON, Parquet …); see `milepost bulk --help`',
    'IN... --out OUT',
  ],
  [
    'match',
    'pair the rows of two tables that have the same address; see `milepost match --help`',
    'LEFT RIGHT --out PAIRS',
  ],
  [
    'dedupe',
    'find the rows of a table that have the same address; see `milepost dedupe --help`',
    'IN --out OUT',
  ],
] as const

/** Adds the commands. The program defines their flags, help and checks. */
export function addTables(program: Command): void {
  for (const [name, description, words] of COMMANDS) {
    program
      .command(name)
      .description(description)
      .argument('[arguments...]', words)
      .helpOption(false)
      .allowUnknownOption()
      .action(async (parameters: string[]) => {
        const { withRemoteFiles } = await import('../bulk/remote-files.js')
        const { openedFiles } = await import('../bulk/opened-files.js')
        process.exitCode = await withRemoteFiles(parameters, async (local) => {
          const environment = { ORT_DISABLE_TELEMETRY: '1' }
          const built = await runBuilder([name, ...openedFiles(local)], 'shown', environment)
          return built.code
        })
      })
  }
}
