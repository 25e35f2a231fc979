/** A real server for a bench: the command as people run it, held to the cores it is given. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const COMMAND = join(import.meta.dirname, '../../ts/bin/milepost.js')

/** The surface of the server that does nothing. */
export const BASELINE = 'baseline'

/** Milliseconds a server has to listen. */
const PATIENCE = 120_000

/**
 * Starts `milepost [surface] serve` on a free port of 127.0.0.1 and waits until it listens, with several workers until all serve.
 * @param {{surface?: string, core?: number, flags?: string[], environment?: Record<string, string>}} options `core`: the
 *   one it runs on; without it any.
 */
export async function startServer({
  surface = 'native',
  core,
  flags = ['--cpus', '1'],
  environment = {},
} = {}) {
  const command = surface === 'native' ? ['serve'] : [surface, 'serve']
  const parameters =
    surface === BASELINE
      ? [process.execPath, join(import.meta.dirname, 'nothing.js')]
      : [process.execPath, COMMAND, ...command, '--port', '0', '--host', '127.0.0.1', ...flags]
  const [program, ...rest] = core === undefined ? parameters : ['taskset', '-c', String(core), ...parameters]
  const child = spawn(program, rest, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  })
  // A bench that fails leaves no server behind.
  process.once('exit', () => child.kill('SIGKILL'))
  const exit = once(child, 'exit')
  const cpus = Number(flags[flags.indexOf('--cpus') + 1])
  const url = await new Promise((resolve, reject) => {
    let said = ''
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`it does not listen after ${PATIENCE} ms: ${said}`))
    }, PATIENCE)
    child.stderr.on('data', (chunk) => {
      said += chunk
      const [, found] = /listening on (\S+)/.exec(said) ?? []
      if (found === undefined || (cpus > 1 && !/\d+ workers/.test(said))) return
      clearTimeout(late)
      resolve(found)
    })
    child.once('exit', () => {
      clearTimeout(late)
      reject(new Error(said))
    })
  })
  return {
    url,
    pid: child.pid,
    close: async () => {
      child.kill('SIGTERM')
      await exit
    },
  }
}

/** Milliseconds of one tick of the clock that processes are charged by. */
const TICK = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/**
 * Milliseconds a process has spent computing, all its threads together. Unlike a time on the clock it hardly grows when others want
 * the same core.
 */
export function cpuTime(pid) {
  // The name of the program, in brackets, may hold blanks.
  const [, after] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = after.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK
}

/** Memory of a process in MB (resident, and its own part of what it shares), and how many descriptors it has open. */
export function memory(pid) {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const megabytes = (name) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(rollup)[1]) / 1024
  return { rss: megabytes('Rss'), pss: megabytes('Pss'), descriptors: readdirSync(`/proc/${pid}/fd`).length }
}

/** The processes that `pid` started. */
export function childrenOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
}
