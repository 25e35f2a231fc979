/** Asks a server from a process of its own, held to another core than the server's. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { plain } from '../../scripts/as-javascript.js'
import type { Request } from './requests.js'

/** Cores of the server and of the side that asks. */
export const [SERVER_CORE, LOAD_CORE] = [0, 1]

/** What is asked: `requests` in turn for `seconds`. */
export interface Task {
  url: string
  requests: Request[]
  seconds: number
  /** Requests a second in the open loop, which leave by the clock; without it each connection asks anew as soon as it is answered. */
  rate?: number
  /** Connections of the closed loop. */
  connections?: number
}

/** What the closed loop gave. */
export interface Closed {
  answered: number
  /** Answers a second. */
  rate: number
  /** Answers that were no 2xx, and requests without one. */
  failed: number
}

/** What the open loop gave, latencies in milliseconds. */
export interface Open {
  p50: number
  p95: number
  p99: number
  p999: number
  max: number
  failed: number
}

let program: string | undefined

/** Runs the closed loop. */
export async function askClosed(task: Omit<Task, 'rate'>): Promise<Closed> {
  return (await ask(task)) as Closed
}

/** Runs the open loop. */
export async function askOpen(task: Task & { rate: number }): Promise<Open> {
  return (await ask(task)) as Open
}

async function ask(task: Task): Promise<unknown> {
  program ??= plain(join(import.meta.dirname, 'load.ts'))
  const child = spawn('taskset', ['-c', String(LOAD_CORE), process.execPath, program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(task))
  return JSON.parse(await text(child.stdout))
}
