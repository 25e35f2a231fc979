/** What was pulled into a data root: `pulled.json` in it, by which `status` and `verify` judge the files. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'

const FILE = 'pulled.json'

const Pulled = Type.Record(
  Type.String(),
  Type.Object({ bundle: Type.String(), url: Type.String(), size: Type.Integer(), sha256: Type.String() }),
)

/** Path below the data root to what was pulled there. */
export type Pulled = Static<typeof Pulled>

/** The record of a data root; empty when nothing was pulled. */
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

/** Adds a file to the record. */
export async function addPulled(root: string, path: string, pulled: Pulled[string]): Promise<void> {
  const record = { ...(await readPulled(root)), [path]: pulled }
  await mkdir(root, { recursive: true })
  await writeFile(join(root, `${FILE}.part`), `${JSON.stringify(record, null, 2)}\n`)
  await rename(join(root, `${FILE}.part`), join(root, FILE))
}
