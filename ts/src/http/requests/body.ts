/** Request bodies: JSON of any content type, counted in bytes as they arrive and never inflated. */
import { isUtf8 } from 'node:buffer'

import type { FastifyInstance } from 'fastify'

/** The body is not JSON. */
export class MalformedJson extends Error {}

/** How to treat a body that is not JSON: as a fault, or as absent. */
export type MalformedBodies = 'refused' | 'absent'

/**
 * Reads every body as JSON. Any content type may carry it (curl sends that of a form by default); a body without one is
 * absent. Of duplicate keys the last one counts.
 */
export function registerJsonBodies(app: FastifyInstance, malformed: MalformedBodies = 'refused'): void {
  app.removeAllContentTypeParsers()
  // Fastify would answer 415 to an unknown content type, which no surface documents.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['content-type'] !== undefined) request.headers['content-type'] = 'application/json'
    done()
  })
  // The type that the hook writes is named beside any type: Fastify would read the header anew for each request to find the latter.
  app.addContentTypeParser(
    ['application/json', '*'],
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      if (body.length === 0 || request.headers['content-type'] === undefined) {
        done(null, undefined)
        return
      }
      try {
        done(null, parseJson(body))
      } catch {
        if (malformed === 'absent') done(null, undefined)
        else done(new MalformedJson('malformed JSON'))
      }
    },
  )
}

/**
 * The JSON of a body.
 * @throws Error where it is none
 */
function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new MalformedJson('the body is not UTF-8')
  const text = body.toString('utf8')
  // Some clients begin UTF-8 with a byte order mark; RFC 8259 lets a reader ignore it.
  return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text) as unknown
}

/** Whether `value` nests deeper than `most` levels: validators recurse, and a deep body would exhaust their stack. */
export function nestsDeeperThan(value: unknown, most: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? (Object.values(item) as unknown[]) : [],
    )
  }
  return false
}

/** A field of a value that may be of any kind. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
