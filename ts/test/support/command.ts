/** The command as people run it: real processes. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

import { COMMAND } from './paths.js'

/** A free port of this machine. */
const HERE = ['--port', '0', '--host', '127.0.0.1']

/** A server started by `milepost serve`. */
export interface Served {
  child: ChildProcessByStdio<null, null, Readable>
  url: string
  /** What it said so far. */
  said: () => string
  /** Waits until it has said something that matches. */
  says: (pattern: RegExp) => Promise<RegExpExecArray>
}

/** Starts `milepost serve` on a free port and waits until it listens (with several workers: until all serve). */
export function serve(...flags: string[]): Promise<Served> {
  return serveIn({}, 'serve', ...flags)
}

/** Starts the `serve` of any surface likewise, with more in its environment. */
export function serveIn(environment: NodeJS.ProcessEnv, ...command: string[]): Promise<Served> {
  return serveUnder({ environment }, ...command)
}

/** What a server is started under. */
export interface Conditions {
  /** Added to the environment. */
  environment?: NodeJS.ProcessEnv
  /** Most files and connections of the process. */
  files?: number
}

/** Starts the `serve` of any surface likewise, under conditions. */
export async function serveUnder(
  { environment = {}, files }: Conditions,
  ...command: string[]
): Promise<Served> {
  // Behind the words of the command and before its flags, which win.
  const words = command.findIndex((word) => word.startsWith('-'))
  const parameters = command.toSpliced(words < 0 ? command.length : words, 0, ...HERE)
  const program = [process.execPath, COMMAND, ...parameters]
  const limited = files === undefined ? [] : ['/bin/sh', '-c', 'ulimit -n "$0" && exec "$@"', String(files)]
  const [executable = '', ...rest] = [...limited, ...program]
  const child = spawn(executable, rest, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  })
  let said = ''
  const waiting = new Set<() => void>()
  const wake = () => {
    waiting.forEach((look) => {
      look()
    })
  }
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
    wake()
  })
  child.stderr.once('close', wake)
  const says = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(said)
        if (found !== null) resolve(found)
        else if (child.stderr.closed) reject(new Error(`it ended without saying ${String(pattern)}: ${said}`))
        else return
        waiting.delete(look)
      }
      waiting.add(look)
      look()
    })
  const [, url = ''] = await says(/listening on (\S+)/)
  if (command.includes('--cpus') && !command.includes('1')) await says(/workers/)
  return { child, url, said: () => said, says }
}
