/** A real server for a bench: the command as people run it, held to the cores it is given. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const COMMAND = join(import.meta.dirname, '../../ts/bin/milepost.js')

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
  const parameters = [process.execPath, COMMAND, ...command, '--port', '0', '--host', '127.0.0.1', ...flags]
  const [program, ...rest] = core === undefined ? parameters : ['taskset', '-c', String(core), ...parameters]
  const child = spawn(program, rest, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  })
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
