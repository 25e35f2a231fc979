/** Which weights and databases the program that geocodes tables opens: those that a server would. */
import { join } from 'node:path'

import { installedPackage } from '../engine/addon.js'
import { locateAdmin, locateData } from '../engine/data-root.js'
import type { DataFiles } from '../engine/engine.js'
import { findWeights } from '../engine/weights.js'

/**
 * The words of the command with what the engine opens: flags for what the user has not named. `open` are the data that a server has open;
 * without them they are looked for.
 */
export function openedFiles(parameters: readonly string[], open?: DataFiles): string[] {
  const { rest, values } = taken(parameters, ['--locale', '--weights', '--candidate-db'])
  const { folder, onnxruntime } = installedPackage()
  const { dataRoot, candidateDb, adminDb, polygons } = open ?? found(values['--candidate-db'])
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

function found(named: string | undefined): DataFiles {
  const { dataRoot, candidateDb } = locateData(named, process.env)
  return { dataRoot, candidateDb, ...locateAdmin(dataRoot, process.env['SERVICE_WOF_DB'] || undefined) }
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
