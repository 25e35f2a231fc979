/** From an opened surface to one that listens, and from SIGTERM to a clean end: the life of one process. */
import closeWithGrace from 'close-with-grace'

import type { App } from '../app.js'
import { LEFT_ALONE } from './crash-signals.js'
import type { Process, ServeOptions, Surface } from '../surface.js'

/** Milliseconds before the end of the grace time at which telemetry is given up, so that a missing collector does not fail the shutdown. */
const LAST_WORDS = 200

/** A surface that listens. */
export interface Listening {
  url: string
  /** Closes the port, and continues with accepted connections. */
  stopAccepting: () => Promise<void>
  /** Answers accepted requests, then ends the process. */
  drain: () => void
}

/**
 * Opens the surface and listens once it is ready. After SIGTERM or SIGINT it accepts nothing new, answers accepted requests, and
 * exits with 0; with 1 if the grace time was too short. A second signal ends it at once.
 * @throws Error with one line if the surface cannot be served with these flags.
 */
export async function listen(surface: Surface, options: ServeOptions, self: Process): Promise<Listening> {
  // Before the surface opens: telemetry watches instances from their creation.
  const telemetry =
    options.otel === true ? await (await import('../observability/telemetry.js')).startTelemetry() : undefined
  const { app, admin, close } = await surface.open(options, self)
  const { port, host, adminPort, adminHost = '127.0.0.1' } = options
  await self.workers.catchUp()
  const url = await bind(app, port, host)
  if (admin !== undefined && adminPort !== undefined) {
    self.say(`reload on ${await bind(admin, adminPort, adminHost)}`)
  }
  let ending = false
  // A delay of 0 would mean none to the library.
  const ends = closeWithGrace(
    { delay: Math.max(1, options.grace), logger: false, skip: [...LEFT_ALONE] },
    async ({ err }) => {
      ending = true
      const begun = performance.now()
      if (err !== undefined) app.log.fatal({ err }, 'ended by an error')
      await Promise.all([app.drain(options.grace), admin?.drain(options.grace)])
      await Promise.all([app.close(), admin?.close()])
      close?.()
      await telemetry?.end(options.grace - (performance.now() - begun) - LAST_WORDS)
    },
  )
  const drain = () => {
    if (!ending) ends.close()
  }
  const stopAccepting = async () => {
    await Promise.all([app.stopAccepting(options.grace), admin?.stopAccepting(options.grace)])
  }
  return { url, stopAccepting, drain }
}

async function bind(app: App, port: number, host: string): Promise<string> {
  try {
    return await app.listen({ port, host })
  } catch (error) {
    throw new Error(whyNot(error as NodeJS.ErrnoException, port, host), { cause: error })
  }
}

function whyNot(error: NodeJS.ErrnoException, port: number, host: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${String(port)} on ${host} is in use`
    case 'EACCES':
      return `port ${String(port)} on ${host} is not for this user to open`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address of this machine`
    default:
      return `cannot listen on port ${String(port)} of ${host}: ${error.message}`
  }
}
