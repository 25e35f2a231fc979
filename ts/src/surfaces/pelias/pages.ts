/** `/attribution`: whose data the answers rest on. `/status`: whether the server lives. */
import type { Engine } from '../../engine/engine.js'
import type { App } from '../../http/app.js'
import { escaped } from '../../http/responses/escape-markup.js'

/** Registers them, under the paths of Pelias. They answer with any engine, even without one. */
export function registerPages(app: App, engine: Engine): void {
  const hidden = { schema: { hide: true } }
  for (const path of ['/attribution', '/v1/attribution']) {
    app.get(path, hidden, (_request, reply) => {
      const items = (engine.sources?.() ?? []).map((source) => `<li>${escaped(source)}</li>`)
      const page = `<!doctype html><html lang="en"><title>Attribution</title><h1>Attribution</h1><ul>${items.join('')}</ul></html>`
      return reply.type('text/html; charset=utf-8').send(page)
    })
  }
  app.get('/status', hidden, (_request, reply) => reply.type('text/plain; charset=utf-8').send('status: ok'))
  app.get('/', hidden, (_request, reply) => reply.redirect('docs'))
  app.get('/v1', hidden, (_request, reply) => reply.redirect('docs'))
  app.get('/v1/', hidden, (_request, reply) => reply.redirect('../docs'))
}
