/** What `pull` put into a data root: `pulled.json` in it. `status` and `verify` compare the files with it. */
import { join } from 'node:path'

import Type, { type Static } from 'typebox'

import { PATH, SHA256, SIZE } from './manifest.js'
import { changeRecord, readRecord } from './record.js'

const FILE = 'pulled.json'

const Pulled = Type.Record(
  PATH,
  Type.Object({ bundle: Type.String(), url: Type.String(), size: SIZE, sha256: SHA256 }),
  { additionalProperties: false },
)

/** Path below the data root to what was pulled there. */
export type Pulled = Static<typeof Pulled>

/**
 * The record of a data root; empty if nothing was pulled.
 * @throws Error in one sentence if the record cannot be read.
 */
export async function readPulled(root: string): Promise<Pulled> {
  return (await readRecord(join(root, FILE), Pulled)) ?? {}
}

/** Adds a file to the record; what other pulls added stays. */
export async function addPulled(root: string, path: string, pulled: Pulled[string]): Promise<void> {
  await changeRecord(join(root, FILE), Pulled, (record) => ({ ...record, [path]: pulled }))
}
