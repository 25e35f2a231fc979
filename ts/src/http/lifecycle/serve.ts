/** The entry of every `serve` command: one process, or a primary with its workers. */
import { sayListening } from './announce.js'
import { endWithNpx } from './started-by-npx.js'
import type { ServeOptions } from '../surface.js'

/**
 * Serves the surface that the module at `url` exports. With one worker this process serves; with more it only keeps
 * them running, and loads nothing of the server itself. Returns the address it is served at.
 */
export async function serve(url: string, options: ServeOptions): Promise<string> {
  endWithNpx()
  // A server outlives the reader of its messages: a closed pipe does not end it.
  process.stderr.on('error', () => undefined)
  const say = (line: string) => process.stderr.write(`milepost: ${line}\n`)
  if (options.cpus > 1) {
    const { superviseWorkers } = await import('../workers/primary.js')
    return superviseWorkers(url, options, say)
  }
  const [{ listen }, { loadSurface }, { onlyWorker }] = await Promise.all([
    import('./listen.js'),
    import('../surface.js'),
    import('../workers/workers.js'),
  ])
  let later: string[] | undefined = []
  const address = await listen(await loadSurface(url), options, {
    workers: onlyWorker(),
    say: (line) => {
      if (later === undefined) say(line)
      else later.push(line)
    },
  })
  sayListening(address, say)
  later.forEach(say)
  later = undefined
  return address
}
