/** A Fastify instance with the rules all surfaces share: bodies, errors, ids, time-outs, logs, metrics. */
import accepts from '@fastify/accepts'
import cors from '@fastify/cors'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance, LogController } from 'fastify'

import { type MalformedBodies, MalformedJson, registerJsonBodies } from './requests/body.js'
import { answerUnreadable, CONNECTION_TIMEOUT, HTTP_OPTIONS, refusalOf } from './connections/connections.js'
import { drainable } from './lifecycle/draining.js'
import { type ErrorBodies, fail, methodNotAllowed, notFound, publicMessage } from './responses/errors.js'
import { ClientGone } from './connections/client-gone.js'
import { logRequests } from './observability/logging.js'
import { measureRequests, type Metrics } from './observability/metrics.js'
import { REQUEST_ID, requestId } from './requests/request-id.js'
import { RequestLogger } from './observability/request-logger.js'
import { Turns } from './connections/turns.js'
import { reportUnknownParameters } from './requests/unknown-parameters.js'

/** Options of {@link createApp}. */
export interface AppOptions {
  bodyLimit: number
  errors: ErrorBodies
  /** How to treat a body that is not JSON; as a fault by default. */
  malformedBodies?: MalformedBodies | undefined
  /** pino level; requests are logged from `info` on. */
  logLevel?: string | undefined
  /** Whose `x-forwarded-*` headers are trusted: everyone's, or those of a list of addresses and networks. */
  trustProxy?: boolean | string | undefined
  /** Whether pages of any origin may call. */
  cors?: boolean | undefined
  /** Whether a body may take any time; an idle connection is closed anyway. */
  longBodies?: boolean | undefined
  metrics?: Metrics | undefined
}

/** Creates the instance. Overrides the defaults of Fastify that clients would notice, each with its reason. */
export async function createApp(options: AppOptions) {
  const { errors, logLevel = 'warn' } = options
  const turns = new Turns()
  const http = options.longBodies === true ? { ...HTTP_OPTIONS, requestTimeout: 0 } : HTTP_OPTIONS
  const app = Fastify({
    logger: { level: logLevel, stream: process.stderr },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: options.bodyLimit,
    trustProxy: options.trustProxy ?? false,
    childLoggerFactory: (server, bindings, options) => new RequestLogger(server, bindings, options),
    genReqId: requestId,
    requestIdHeader: false,
    serverFactory: (handler) => turns.serve(http, handler).setTimeout(CONNECTION_TIMEOUT),
    // A closing server answers a request on an open connection with the order to close it.
    return503OnClosing: false,
    // Coercion would turn {"address": 123} into "123" and answer 200.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    clientErrorHandler: answerUnreadable(errors),
    // A path that is not a valid URL counts as unmatched.
    frameworkErrors: (_error, request, reply) => void notFound(reply.header(REQUEST_ID, request.id)),
  }).withTypeProvider<TypeBoxTypeProvider>()

  // Bodies are already JSON text; compiling a serializer for each schema would only slow the start.
  app.setSerializerCompiler(() => (body) => JSON.stringify(body))
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    const refusal = refusalOf(errors, request.raw)
    if (refusal === undefined) done()
    else fail(reply.header('connection', 'close'), refusal)
  })
  registerJsonBodies(app, options.malformedBodies)
  const end = drainable(app, turns)
  logRequests(app, logLevel)
  reportUnknownParameters(app)
  if (options.metrics) measureRequests(app, options.metrics)
  await app.register(accepts)
  if (options.cors === true) {
    await app.register(cors, {
      origin: '*',
      methods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
      exposedHeaders: [REQUEST_ID],
      maxAge: 86_400,
      // OPTIONS without the headers of a browser's preflight is an ordinary request, not a fault.
      strictPreflight: false,
    })
  }
  answerFailures(app, errors)
  return Object.assign(app, end)
}

/** The instance every surface registers its routes on. */
export type App = Awaited<ReturnType<typeof createApp>>

/** Answers requests that no route matches, and errors that a route throws. */
function answerFailures(app: FastifyInstance, errors: ErrorBodies): void {
  app.setNotFoundHandler((request, reply) =>
    request.method === 'TRACE' ? methodNotAllowed(reply) : notFound(reply),
  )
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error instanceof MalformedJson) return fail(reply, errors.malformedBody)
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return fail(reply, errors.bodyTooLarge)
    // A body shorter or longer than announced, and similar: the client's error.
    if (error.statusCode !== undefined && error.statusCode < 500) return fail(reply, errors.malformedBody)
    // The client is gone; the metrics by route need a status, and use nginx's.
    if (error instanceof ClientGone) return reply.code(499).send()
    request.log.error({ err: error }, 'internal error')
    return fail(reply, errors.internal(publicMessage(error)))
  })
}
