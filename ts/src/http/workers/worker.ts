/** The process of one worker: `node worker.js <url of the surface's module> <flags as JSON> <newest generation>`, below a primary. */
import { listen } from '../lifecycle/listen.js'
import type { FromPrimary, FromWorker } from './messages.js'
import { loadSurface, type ServeOptions } from '../surface.js'
import { workerOfMany } from './workers.js'

// A closed pipe does not end the worker.
process.stderr.on('error', () => undefined)

const [url = '', flags = '{}', generation = '0'] = process.argv.slice(2)
// The primary may be gone by then; this process is about to end as well.
const send = (message: FromWorker, sent?: () => void) =>
  process.connected ? process.send?.(message, undefined, undefined, () => sent?.()) : sent?.()

const workers = workerOfMany((message) => void send(message), Number(generation))
process.on('message', workers.receive)
/** Lines until it serves; later ones go one by one. */
let lines: string[] | undefined = []
try {
  const {
    url: address,
    stopAccepting,
    drain,
  } = await listen(await loadSurface(url), JSON.parse(flags) as ServeOptions, {
    workers,
    say: (line) => {
      if (lines === undefined) send({ kind: 'says', line })
      else lines.push(line)
    },
  })
  process.on('message', (message: FromPrimary) => {
    if (message.kind === 'drain') drain()
    else if (message.kind === 'stop') {
      void stopAccepting().then(() => {
        send({ kind: 'stopped' })
      })
    }
  })
  send({ kind: 'ready', url: address, lines })
  lines = undefined
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  send({ kind: 'failed', reason }, () => process.exit(1))
}
