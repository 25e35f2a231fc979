/** The entry of every `serve` command: one process, or a primary with its workers. */
import type { ServeOptions } from './surface.js'

/**
 * Serves the surface that the module at `url` exports. With one worker this very process serves; with more it only keeps
 * them running, and loads nothing of the server itself.
 */
export async function serve(url: string, options: ServeOptions): Promise<void> {
  // A server outlives the reader of its messages: a closed pipe is no reason to end.
  process.stderr.on('error', () => undefined)
  const say = (line: string) => process.stderr.write(`milepost: ${line}\n`)
  if (options.cpus > 1) {
    const { superviseWorkers } = await import('./primary.js')
    await superviseWorkers(url, options, say)
    return
  }
  const [{ listen }, { loadSurface }, { onlyWorker }] = await Promise.all([
    import('./listen.js'),
    import('./surface.js'),
    import('./workers.js'),
  ])
  let later: string[] | undefined = []
  const { url: address } = await listen(await loadSurface(url), options, {
    workers: onlyWorker(),
    say: (line) => {
      if (later === undefined) say(line)
      else later.push(line)
    },
  })
  say(`listening on ${address}`)
  later.forEach(say)
  later = undefined
}
