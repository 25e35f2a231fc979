/** `/health`, `/health/ready` and `/metrics` of the drop-ins: the process itself. The originals lack them, so the documents do too. */
import type { Engine } from '../../engine/engine.js'
import type { App } from '../app.js'
import { sendJson } from '../responses/errors.js'
import { type Metrics, PROMETHEUS_TYPE } from './metrics.js'

/** Registers them. `needs` is the capability without which the surface answers nothing. */
export function registerHealth(app: App, engine: Engine, needs: keyof Engine, metrics: Metrics): void {
  const hidden = { schema: { hide: true } }
  app.get('/health', hidden, (_request, reply) =>
    sendJson(reply, JSON.stringify({ status: 'ok', uptime_s: Math.round(process.uptime() * 1000) / 1000 })),
  )
  app.get('/health/ready', hidden, (_request, reply) => {
    const draining = app.draining()
    const capable = engine[needs] !== undefined && engine.broken !== true
    const ready = capable && !draining
    return sendJson(reply.code(ready ? 200 : 503), JSON.stringify({ ready, [needs]: capable, draining }))
  })
  app.get('/metrics', hidden, async (_request, reply) =>
    reply.type(PROMETHEUS_TYPE).send(await metrics.text()),
  )
}
