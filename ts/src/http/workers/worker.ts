/** The process of one worker: `node worker.js <url of the surface's module> <flags as JSON> <newest generation>`, below a primary. */
import type { Socket } from 'node:net'

import type { App } from '../app.js'
import { endOnSignal, open } from '../lifecycle/listen.js'
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
  const options = JSON.parse(flags) as ServeOptions
  const ready = await open(await loadSurface(url), options, {
    workers,
    say: (line) => {
      if (lines === undefined) send({ kind: 'says', line })
      else lines.push(line)
    },
  })
  const apps = { public: ready.app, admin: ready.admin }
  await Promise.all([prepare(ready.app), ready.admin && prepare(ready.admin)])
  let noMoreConnections: () => void = () => undefined
  const drained = new Promise<void>((resolve) => {
    noMoreConnections = resolve
  })
  const end = endOnSignal(ready, options.grace, () => {
    send({ kind: 'leaving' })
    return drained
  })
  process.on('message', (message: FromPrimary, socket?: Socket) => {
    if (message.kind === 'drain') {
      noMoreConnections()
      end()
    } else if (message.kind === 'connection') {
      // Sent before anything is read: if this process ends now, another worker can serve the connection from the start.
      send({ kind: 'taken' })
      // It may have closed on its way from the primary.
      if (socket !== undefined) serve(apps[message.port], socket)
    }
  })
  send({ kind: 'ready', admin: ready.admin !== undefined, lines })
  lines = undefined
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  send({ kind: 'failed', reason }, () => process.exit(1))
}

/** Makes an instance answer without a port of its own. */
async function prepare(app: App): Promise<void> {
  await app.ready()
  // Node limits the time of headers and requests from this event on.
  app.server.emit('listening')
}

function serve(app: App | undefined, socket: Socket): void {
  // As for the sockets of an HTTP server's own port.
  socket.allowHalfOpen = true
  app?.server.emit('connection', socket)
}
