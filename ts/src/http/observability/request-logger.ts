/**
 * Creates the logger of a request when the request first logs something. Few requests do, and creating one costs as much as everything
 * else before the route.
 */
import type { FastifyBaseLogger } from 'fastify'

import { LOG_LEVELS } from './logging.js'

type Child = Parameters<FastifyBaseLogger['child']>

/** Passes what is said on to a child of the server's logger. */
export class RequestLogger implements FastifyBaseLogger {
  declare trace: FastifyBaseLogger['trace']
  declare debug: FastifyBaseLogger['debug']
  declare info: FastifyBaseLogger['info']
  declare warn: FastifyBaseLogger['warn']
  declare error: FastifyBaseLogger['error']
  declare fatal: FastifyBaseLogger['fatal']
  declare silent: FastifyBaseLogger['silent']
  readonly #server: FastifyBaseLogger
  readonly #child: Child
  #made: FastifyBaseLogger | undefined

  constructor(server: FastifyBaseLogger, ...child: Child) {
    this.#server = server
    this.#child = child
  }

  /** The logger itself. */
  get made(): FastifyBaseLogger {
    return (this.#made ??= this.#server.child(...this.#child))
  }

  get level(): string {
    return this.#made?.level ?? this.#server.level
  }

  set level(level: string) {
    this.made.level = level
  }

  child(...child: Child): FastifyBaseLogger {
    return this.made.child(...child)
  }
}

// On the prototype: Fastify looks at each of them with every request.
for (const level of LOG_LEVELS) {
  Object.defineProperty(RequestLogger.prototype, level, {
    value(this: RequestLogger, ...said: Parameters<FastifyBaseLogger['info']>): void {
      this.made[level](...said)
    },
  })
}
