/** The command with a data root and a publisher of its own. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { createEngine } from '../../src/engine/engine.js'
import { COMMAND } from '../support/paths.js'

/** How a command ended. */
export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** A fresh data root: what is put into it lies over the starter data. */
export function dataRoot(): string {
  return mkdtempSync(join(tmpdir(), 'milepost-add-'))
}

/** Runs `milepost`, with what is set in `environment`. */
export function milepost(parameters: string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const env = { ...process.env, SERVICE_DATA_URL: '', ...environment }
  return promisify(execFile)(process.execPath, [COMMAND, ...parameters], { env, maxBuffer: 1e8 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as Ended,
  )
}

/** The body of a geocode over a data root. */
export function geocode(root: string, text: string): Promise<Record<string, unknown>> {
  const engine = createEngine({ environment: { SERVICE_DATA_ROOT: root } })
  const answer = engine.geocode?.(text, 'auto')
  engine.close?.()
  if (answer === undefined) throw new Error(`nothing geocodes over ${root}`)
  return Promise.resolve(JSON.parse(answer.body) as Record<string, unknown>)
}

/** Builds with the builder of the platform package. */
export function build(...parameters: string[]): void {
  execFileSync(process.execPath, [COMMAND, 'build', ...parameters], { stdio: 'pipe' })
}
