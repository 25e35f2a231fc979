/** `milepost bulk`: runs the program that geocodes tables, with the weights and data that `serve` would open. */
import type { Command } from 'commander'

import { runBuilder } from '../engine/builder.js'

/** Adds the command. The program defines its flags, its help and its checks. */
export function addBulk(program: Command): void {
  program
    .command('bulk')
    .description('geocode a table of any length (CSV, GeoJSON, Parquet …); see `milepost bulk --help`')
    .argument('[arguments...]', 'IN... --out OUT')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (parameters: string[]) => {
      const { withRemoteFiles } = await import('../bulk/remote-files.js')
      const { openedFiles } = await import('../bulk/opened-files.js')
      process.exitCode = await withRemoteFiles(parameters, async (local) => {
        const environment = { ORT_DISABLE_TELEMETRY: '1' }
        const built = await runBuilder(['bulk', ...openedFiles(local)], 'shown', environment)
        return built.code
      })
    })
}
