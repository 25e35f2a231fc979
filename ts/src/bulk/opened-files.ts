/** Which weights and databases the program that geocodes tables opens: the same as a server. */
import { join } from 'node:path'

import { installedPackage } from '../engine/addon.js'
import { locateAdmin, locateData } from '../engine/data-root.js'
import type { DataFiles } from '../engine/engine.js'
import { findWeights } from '../engine/weights.js'

/**
 * The words of the command with flags for what the engine opens, unless the user has set them. `open`: the data that a server has open;
 * without it the data are discovered.
 */
export function openedFiles(parameters: readonly string[], open?: DataFiles): string[] {
  const { rest, values } = taken(parameters, ['--locale', '--weights', '--candidate-db'])
  const { folder, onnxruntime } = installedPackage()
  const { dataRoot, candidateDb, adminDb, polygons, missing } = open ?? found(values['--candidate-db'])
  const flags: [string, string | undefined][] = [
    ['--onnxruntime', join(folder, onnxruntime)],
    ['--weights', findWeights(values['--weights'], values['--locale'] ?? 'en-US', process.env)],
    ['--candidate-db', candidateDb],
    ['--data-root', dataRoot],
    ['--admin-db', adminDb],
    ['--polygons', polygons],
    ['--missing', missing],
  ]
  return [...rest, ...flags.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]))]
}

function found(named: string | undefined): DataFiles {
  const { dataRoot, candidateDb, missing } = locateData(named, process.env)
  return {
    dataRoot,
    candidateDb,
    missing,
    ...locateAdmin(dataRoot, process.env['SERVICE_WOF_DB'] || undefined),
  }
}

/** Removes flags that have a value, `--flag value` or `--flag=value`, from the words of a command. */
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
