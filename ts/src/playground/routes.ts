/** `/`, the page for people, and the files of the page below their own path. These are for the page only, so no document lists them. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../http/app.js'
import { isKnown, readCompressed, sendCompressed } from '../http/responses/compressed-file.js'
import { notFound } from '../http/responses/errors.js'
import type { Page } from './page.js'

/** The build of `browser/`; the same path from the sources and from the build. */
const ASSETS = new URL('../../assets/playground/', import.meta.url)

const SCRIPT = 'text/javascript; charset=utf-8'

const TYPES: Readonly<Record<string, string>> = {
  'page.js': SCRIPT,
  'map.js': SCRIPT,
  'page.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'world.json': 'application/json; charset=utf-8',
}

/** A page in documents. */
const PAGE_ANSWER = { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } }

/**
 * Registers `/` of a drop-in and the files of the page; `failures` are the errors in its document. `answer` answers a request in place of the
 * page, where it does not return undefined.
 */
export function registerRoot(
  app: App,
  failures: object,
  page: Page,
  answer: (request: FastifyRequest, reply: FastifyReply) => unknown = () => undefined,
): void {
  const response = { 200: PAGE_ANSWER, ...failures }
  const schema = { operationId: 'getRoot', tags: ['meta'], summary: 'A page to try the routes', response }
  app.get('/', { schema }, (request, reply) => answer(request, reply) ?? sendPage(request, reply, page))
  registerPlaygroundFiles(app)
}

/** Serves the files of the page, by one route, so metrics by route stay few. */
export function registerPlaygroundFiles(app: App): void {
  const files = new Map(
    Object.entries(TYPES).map(([name, type]) => [name, readCompressed(new URL(name, ASSETS), type)]),
  )
  app.get<{ Params: { file: string } }>('/playground/:file', { schema: { hide: true } }, (request, reply) => {
    const file = files.get(request.params.file)
    return file === undefined ? notFound(reply) : sendCompressed(request, reply, file)
  })
}

/** Sends the page. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  if (isKnown(request, reply, page.etag)) return reply.code(304).send()
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', page.contentSecurityPolicy)
    .header('x-content-type-options', 'nosniff')
    .send(page.html)
}
