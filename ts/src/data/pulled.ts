/** What `pull` put into a data root: `pulled.json` in it. `status` and `verify` compare the files with it. */
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'

import { claimedInTurn } from './claim.js'
import { syncFolder } from './download.js'

const FILE = 'pulled.json'

const Pulled = Type.Record(
  Type.String(),
  Type.Object({ bundle: Type.String(), url: Type.String(), size: Type.Integer(), sha256: Type.String() }),
)

/** Path below the data root to what was pulled there. */
export type Pulled = Static<typeof Pulled>

/** The record of a data root; empty if nothing was pulled. */
export async function readPulled(root: string): Promise<Pulled> {
  let text: string
  try {
    text = await readFile(join(root, FILE), 'utf8')
  } catch {
    return {}
  }
  const record: unknown = JSON.parse(text)
  if (!Check(Pulled, record)) throw new Error(`${join(root, FILE)} is no record of pulled files`)
  return record
}

/** Adds a file to the record; what other pulls added stays. */
export async function addPulled(root: string, path: string, pulled: Pulled[string]): Promise<void> {
  const file = join(root, FILE)
  await claimedInTurn(file, async () => {
    const record = { ...(await readPulled(root)), [path]: pulled }
    const part = await open(`${file}.part`, 'w')
    try {
      await part.writeFile(`${JSON.stringify(record, null, 2)}\n`)
      await part.sync()
    } finally {
      await part.close()
    }
    await rename(`${file}.part`, file)
    await syncFolder(root)
  })
}
