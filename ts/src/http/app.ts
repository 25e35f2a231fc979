/** A Fastify instance with the rules all routes share: raw bodies, error bodies, plain-text 404, timeouts. */
import { type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyReply } from 'fastify'

import { BODY_TOO_LARGE, type Failure, internalError, MALFORMED_JSON } from './errors.js'

/** Options of {@link createApp}. */
export interface AppOptions {
  /** pino level; requests are logged from `debug` on. */
  logLevel?: string
  /** Most bytes of a request body. */
  bodyLimit: number
}

class MalformedJson extends Error {}

/** Creates the instance. Fastify's defaults that the interface contradicts are overridden here, each with its reason. */
export function createApp(options: AppOptions) {
  const app = Fastify({
    logger: { level: options.logLevel ?? 'warn', stream: process.stderr },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit,
    // Defaults of 0 let a slow client hold a connection for ever. Milliseconds.
    connectionTimeout: 120_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 10_000,
    forceCloseConnections: 'idle',
    // Coercion would turn {"address": 123} into "123" and answer 200.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    // A path that is no valid URL is an unmatched path.
    frameworkErrors: (_error, _request, reply) => void notFound(reply),
  }).withTypeProvider<TypeBoxTypeProvider>()

  // Any content type may carry JSON (curl's default is a form type); a body without one is no body.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0 || request.headers['content-type'] === undefined) {
      done(null, undefined)
      return
    }
    try {
      done(null, JSON.parse(body.toString('utf8')))
    } catch {
      done(new MalformedJson())
    }
  })

  app.setNotFoundHandler((_request, reply) => notFound(reply))
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error instanceof MalformedJson) return fail(reply, MALFORMED_JSON)
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return fail(reply, BODY_TOO_LARGE)
    // A body shorter or longer than announced, and the like: the client's fault, not ours.
    if (error.statusCode !== undefined && error.statusCode < 500) return fail(reply, MALFORMED_JSON)
    request.log.error({ err: error, reqId: request.id }, 'internal error')
    return fail(reply, internalError(error))
  })
  return app
}

/** The instance every surface registers its routes on. */
export type App = ReturnType<typeof createApp>

/** Sends an error body. */
export function fail(reply: FastifyReply, failure: Failure): FastifyReply {
  return reply.code(failure.status).type('application/json; charset=utf-8').send(JSON.stringify(failure.body))
}

/** Sends a JSON string as it is. */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json)
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send('Not Found')
}

/** The logger of an instance. */
export type Logger = FastifyBaseLogger
