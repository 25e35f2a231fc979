/** From an opened surface to one that serves, and from SIGTERM to a clean end: the life of one process. */
import closeWithGrace from 'close-with-grace'

import type { Telemetry } from '../observability/telemetry.js'
import type { Opened, Process, ServeOptions, Surface } from '../surface.js'
import { bind } from './bind.js'
import { LEFT_ALONE } from './crash-signals.js'

/** Milliseconds before the end of the grace time at which telemetry is given up, so that a missing collector does not fail the shutdown. */
const LAST_WORDS = 200

/** A surface that can take connections. */
export interface Ready extends Opened {
  telemetry: Telemetry | undefined
}

/** Opens the surface with the newest data. @throws Error with one line if it cannot be served with these flags. */
export async function open(surface: Surface, options: ServeOptions, self: Process): Promise<Ready> {
  // Before the surface opens: telemetry watches instances from their creation.
  const telemetry =
    options.otel === true ? await (await import('../observability/telemetry.js')).startTelemetry() : undefined
  const opened = await surface.open(options, self)
  await self.workers.catchUp()
  return { ...opened, telemetry }
}

/** Opens the surface and its ports until SIGTERM or SIGINT; returns the address. @throws Error with one line if that fails. */
export async function listen(surface: Surface, options: ServeOptions, self: Process): Promise<string> {
  const ready = await open(surface, options, self)
  const { app, admin } = ready
  const { port, host, adminPort, adminHost = '127.0.0.1', grace } = options
  const url = await bind({ port, host }, (address) => app.listen(address))
  if (admin !== undefined && adminPort !== undefined) {
    self.say(
      `reload on ${await bind({ port: adminPort, host: adminHost }, (address) => admin.listen(address))}`,
    )
  }
  endOnSignal(ready, grace, () => Promise.all([app.stopAccepting(grace), admin?.stopAccepting(grace)]))
  return url
}

/**
 * After SIGTERM or SIGINT, or a call of the returned function: waits for `stopAccepting`, answers accepted requests, and ends the process
 * with 0; with 1 if the `grace` milliseconds are too short. A second signal ends it at once.
 */
export function endOnSignal(
  { app, admin, close, telemetry }: Ready,
  grace: number,
  stopAccepting: () => Promise<unknown>,
): () => void {
  let ending = false
  // A delay of 0 would mean none to the library.
  const ends = closeWithGrace(
    { delay: Math.max(1, grace), logger: false, skip: [...LEFT_ALONE] },
    async ({ err }) => {
      ending = true
      const begun = performance.now()
      if (err !== undefined) app.log.fatal({ err }, 'ended by an error')
      await stopAccepting()
      await Promise.all([app.drain(grace), admin?.drain(grace)])
      await Promise.all([app.close(), admin?.close()])
      close?.()
      await telemetry?.end(grace - (performance.now() - begun) - LAST_WORDS)
    },
  )
  return () => {
    if (!ending) ends.close()
  }
}
