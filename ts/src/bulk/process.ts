/** The program that geocodes tables, as a child process with streams. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'

import { findBuilder } from '../engine/addon.js'

/** Its priority below single requests, like that of batches. */
const BELOW_REQUESTS = 10

/** The exit code of an answered table with malformed records. */
const REJECTED = 3

/** Whether a table ended with its whole result. */
export function isWhole(code: number | null): boolean {
  return code === 0 || code === REJECTED
}

/** A running table. */
export type Table = ChildProcessByStdio<Writable, Readable, Readable>

/** Starts it. It ends with this process. */
export function startTable(parameters: readonly string[]): Table {
  const env = { ...process.env, ORT_DISABLE_TELEMETRY: '1', MILEPOST_BUILD_PARENT: String(process.pid) }
  const table = spawn(findBuilder(), ['bulk', ...parameters], { stdio: ['pipe', 'pipe', 'pipe'], env })
  try {
    if (table.pid !== undefined) setPriority(table.pid, BELOW_REQUESTS)
  } catch {
    // It may have ended already, and the system may not allow it.
  }
  return table
}
