/** Whether downloads are intact, by the checksums in archives. */
import { rm } from 'node:fs/promises'

import Type from 'typebox'
import { Check } from 'typebox/value'

import { runBuilder } from '../engine/builder.js'

const Told = Type.Object({ damaged: Type.Array(Type.String()) })

/**
 * Removes the files that cannot be read to their end, so that they are fetched again; returns them. Called only after a failed build,
 * because checking before each build would read everything twice. `wanted` says which parts of GeoParquet files are present.
 */
export async function removeDamaged(paths: readonly string[], wanted?: unknown): Promise<string[]> {
  const flags = wanted === undefined ? [] : ['--wanted', JSON.stringify(wanted)]
  const { code, out } = await runBuilder(['damaged', ...paths, ...flags], 'read')
  const told: unknown = code === 0 ? JSON.parse(out) : undefined
  if (!Check(Told, told)) return []
  for (const path of told.damaged) {
    await rm(path, { force: true })
    await rm(`${path}.json`, { force: true })
  }
  return told.damaged
}
