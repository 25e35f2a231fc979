/** From a ready instance to a listening server, and from SIGTERM to a clean end. */
import closeWithGrace from 'close-with-grace'

import { type App } from './app.js'

/** Where to listen and how long to drain. */
export interface ListenOptions {
  port: number
  host: string
  /** Milliseconds that accepted requests may take after SIGTERM or SIGINT. */
  grace: number
}

/**
 * Listens and returns the URL. On SIGTERM or SIGINT the server accepts nothing new, answers what it has, and the process
 * exits 0; a second signal ends it at once.
 */
export async function listen(app: App, options: ListenOptions): Promise<string> {
  closeWithGrace({ delay: options.grace, logger: false }, async ({ err }) => {
    if (err !== undefined) app.log.error(err)
    await app.close()
  })
  return await app.listen({ port: options.port, host: options.host })
}
