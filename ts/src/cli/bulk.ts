/** `milepost bulk`: runs the program that geocodes tables; which weights and data it opens is found here, as for serving. */
import { join } from 'node:path'

import type { Command } from 'commander'

import { installedPackage } from '../engine/addon.js'
import { runBuilder } from '../engine/builder.js'
import { locateAdmin, locateData } from '../engine/data-root.js'
import { findWeights } from '../engine/weights.js'

/** Adds the command. Its flags, its help and what it checks are the program's. */
export function addBulk(program: Command): void {
  program
    .command('bulk')
    .description(
      'geocode a table of any length: CSV, NDJSON, Parquet; `milepost bulk --help` lists the flags',
    )
    .argument('[arguments...]', 'IN... --out OUT')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (parameters: string[]) => {
      const { withRemoteFiles } = await import('../bulk/remote-files.js')
      process.exitCode = await withRemoteFiles(parameters, async (local, streams) => {
        const environment = { ORT_DISABLE_TELEMETRY: '1' }
        const built = await runBuilder(['bulk', ...openedFiles(local)], 'shown', environment, streams)
        return built.code
      })
    })
}

/** The words of the command with what the engine opens: flags for what the user has not named. */
export function openedFiles(parameters: readonly string[]): string[] {
  const { rest, values } = taken(parameters, ['--locale', '--weights', '--candidate-db'])
  const { folder, onnxruntime } = installedPackage()
  const { dataRoot, candidateDb } = locateData(values['--candidate-db'], process.env)
  const { adminDb, polygons } = locateAdmin(dataRoot, process.env['SERVICE_WOF_DB'] || undefined)
  const flags: [string, string | undefined][] = [
    ['--onnxruntime', join(folder, onnxruntime)],
    ['--weights', findWeights(values['--weights'], values['--locale'] ?? 'en-US', process.env)],
    ['--candidate-db', candidateDb],
    ['--data-root', dataRoot],
    ['--admin-db', adminDb],
    ['--polygons', polygons],
  ]
  return [...rest, ...flags.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]))]
}

/** Takes flags that have a value, `--flag value` or `--flag=value`, out of the words of a command. */
function taken(parameters: readonly string[], flags: readonly string[]) {
  const rest: string[] = []
  const values: Partial<Record<string, string>> = {}
  for (let index = 0; index < parameters.length; index++) {
    const word = parameters[index] ?? ''
    const [flag = '', ...value] = word.split('=')
    if (!flags.includes(flag)) rest.push(word)
    else values[flag] = value.length > 0 ? value.join('=') : parameters[++index]
  }
  return { rest, values }
}
