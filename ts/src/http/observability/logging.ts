/** Structured logs on standard error. */
import type { FastifyInstance } from 'fastify'

/** Levels of `--log-level`, most talkative first. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** One line per answered request from level `info` on. Addresses are personal data: the log has the route, never the query. */
export function logRequests(app: FastifyInstance, level: string): void {
  if (!['trace', 'debug', 'info'].includes(level)) return
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, ip } = request
    const route = routeOptions.url ?? 'unmatched'
    const ms = Math.round(reply.elapsedTime * 100) / 100
    request.log.info({ method, route, status: reply.statusCode, ms, ip }, 'answered')
    done()
  })
}
