/** A real server for a bench: the command as people run it, held to the cores it is given. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { plain } from '../../scripts/as-javascript.js'

const COMMAND = join(import.meta.dirname, '../../ts/bin/milepost.js')

/** The surface of the server that does nothing. */
export const BASELINE = 'baseline'

/** Milliseconds a server has to listen. */
const PATIENCE = 120_000

export interface ServerOptions {
  /** A surface, or the baseline. Default `native`. */
  surface?: string
  /** The core it runs on; without it any. */
  core?: number
  /** Flags of `serve`. Default `--cpus 1`. */
  flags?: string[]
  environment?: Record<string, string>
  /** A folder that milepost's packages are installed in; its command is run by `npx`. */
  installed?: string | undefined
}

export interface RunningServer {
  url: string
  pid: number
  /** Ends it and waits until it has ended. */
  close: () => Promise<void>
}

/** Starts `milepost [surface] serve` on a free port of 127.0.0.1 and waits until it listens, with several workers until all serve. */
export async function startServer({
  surface = 'native',
  core,
  flags = ['--cpus', '1'],
  environment = {},
  installed,
}: ServerOptions = {}): Promise<RunningServer> {
  const command = surface === 'native' ? ['serve'] : [surface, 'serve']
  const milepost = installed === undefined ? [process.execPath, COMMAND] : ['npx', 'milepost']
  const parameters =
    surface === BASELINE
      ? [process.execPath, plain(join(import.meta.dirname, 'bare-server.ts'))]
      : [...milepost, ...command, '--port', '0', '--host', '127.0.0.1', ...flags]
  const held = core === undefined ? parameters : ['taskset', '-c', String(core), ...parameters]
  const [program = '', ...rest] = held
  const child = spawn(program, rest, {
    cwd: installed,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  })
  // A bench that fails leaves no server behind, nor what npx started.
  const { pid } = child
  if (pid === undefined) throw new Error(`${program} cannot be started`)
  const kill = () => {
    for (const one of [...descendantsOf(pid), pid]) process.kill(one, 'SIGKILL')
  }
  process.once('exit', kill)
  const exit = once(child, 'exit')
  const cpus = Number(flags[flags.indexOf('--cpus') + 1])
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    const late = setTimeout(() => {
      kill()
      reject(new Error(`it does not listen after ${String(PATIENCE)} ms: ${said}`))
    }, PATIENCE)
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const [, found] = /listening on (\S+)/.exec(said) ?? []
      if (found === undefined || (cpus > 1 && !/\d+ workers/.test(said))) return
      clearTimeout(late)
      resolve(found)
    })
    child.once('exit', () => {
      process.off('exit', kill)
      clearTimeout(late)
      reject(new Error(said))
    })
  })
  return {
    url,
    pid,
    close: async () => {
      process.off('exit', kill)
      // npx passes no signals on to the command and ends with it.
      process.kill(installed === undefined ? pid : (descendantsOf(pid).at(-1) ?? pid), 'SIGTERM')
      await exit
    },
  }
}

/** Milliseconds of one tick of the clock that processes are charged by. */
const TICK = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/**
 * Milliseconds a process has spent computing, all its threads together. Unlike a time on the clock it grows little when other processes
 * want the same core.
 */
export function cpuTime(pid: number): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
  // The name of the program, in brackets, may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK
}

/** Memory of a process in MB (resident, and its own part of what it shares), and how many descriptors it has open. */
export function memory(pid: number): { rss: number; pss: number; descriptors: number } {
  const rollup = readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(rollup)?.[1]) / 1024
  const descriptors = readdirSync(`/proc/${String(pid)}/fd`).length
  return { rss: megabytes('Rss'), pss: megabytes('Pss'), descriptors }
}

/** The processes that `pid` started. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
}

/** Those and the ones they started, each behind the one that started it. */
export function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)])
}
