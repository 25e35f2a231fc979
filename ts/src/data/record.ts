/** The records of a data root: small files of JSON, each changed by one process at a time. */
import { readFile } from 'node:fs/promises'

import type { Static, TSchema } from 'typebox'
import { Check, Errors } from 'typebox/value'

import { reasonOf } from '../remote/file.js'
import { claimedInTurn } from './claim.js'
import { replaceFile } from './files.js'

/** What is wrong with a value: the field, and what it should be. */
export function faultOf(schema: TSchema, value: unknown): string {
  const [error] = Errors(schema, value)
  return error === undefined ? 'unknown' : `${error.instancePath || 'the whole'} ${error.message}`
}

/**
 * The record at `path`; undefined if there is none.
 * @throws Error in one sentence that names the file and the field at fault.
 */
export async function readRecord<T extends TSchema>(path: string, schema: T): Promise<Static<T> | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`cannot read ${path}: ${reasonOf(error)}`, { cause: error })
  }
  let record: unknown
  try {
    record = JSON.parse(text)
  } catch (error) {
    throw new Error(`${path} is damaged: ${reasonOf(error)}; restore it, or remove it to start a new one`, {
      cause: error,
    })
  }
  if (!Check(schema, record))
    throw new Error(
      `${path} is damaged: ${faultOf(schema, record)}; restore it, or remove it to start a new one`,
    )
  return record
}

/** Replaces the record at `path` by the result of `change`. */
export async function changeRecord<T extends TSchema>(
  path: string,
  schema: T,
  change: (record: Static<T> | undefined) => Static<T>,
): Promise<void> {
  await claimedInTurn(path, async () => {
    const record = change(await readRecord(path, schema))
    await replaceFile(path, `${JSON.stringify(record, null, 2)}\n`)
  })
}
