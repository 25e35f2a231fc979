/** What the surfaces share: how their instances are made, and how a process opens a drop-in. */
import type { TSchema } from 'typebox'

import { createEngine, type Engine, type EngineOptions } from '../engine/engine.js'
import { type App, type AppOptions, createApp } from '../http/app.js'
import { registerHealth } from '../http/observability/health.js'
import { createMetrics, type Metrics } from '../http/observability/metrics.js'
import { registerDocs } from '../http/openapi/docs-page.js'
import { type DocumentOptions, registerOpenApi } from '../http/openapi/document.js'
import type { ServeOptions, Surface } from '../http/surface.js'
import { onlyWorker, type Workers } from '../http/workers/workers.js'
import { type Tiles, tilesOf } from '../playground/tiles.js'

/** Options of every server. */
export interface ServerOptions {
  engine: Engine
  workers?: Workers | undefined
  logLevel?: string | undefined
  trustProxy?: boolean | string | undefined
  /** Whether pages of any origin may call. */
  cors?: boolean | undefined
  /** Tiles of the map at `/`, instead of the outlines of the install. */
  tiles?: Tiles | undefined
}

/** What an instance is made with. */
export interface Frame extends Pick<AppOptions, 'bodyLimit' | 'errors' | 'malformedBodies' | 'longBodies'> {
  /** Schemas that the document lists as components. */
  components: readonly TSchema[]
  document: DocumentOptions
  /** Registers the routes, in the order of the document. */
  register: (app: App) => void | Promise<void>
}

/** Creates an instance with its document at `/openapi.json` and `/docs`. */
export async function createInstance(
  { logLevel, trustProxy, cors }: Omit<ServerOptions, 'engine'>,
  { components, document, register, ...own }: Frame,
  metrics?: Metrics,
): Promise<App> {
  const app = await createApp({ ...own, logLevel, trustProxy, cors, metrics })
  components.forEach((schema) => app.addSchema(schema))
  await registerOpenApi(app, document)
  registerDocs(app)
  await register(app)
  await app.ready()
  return app
}

/** What a drop-in is made with. */
export interface DropInFrame extends Omit<Frame, 'register'> {
  /** The capability without which it answers nothing, for `/health/ready`; without one it has no such routes. */
  needs: keyof Engine | undefined
  register: (app: App, metrics: Metrics) => void
}

/** Creates a drop-in. It refuses no value of a parameter for its type: its routes read them by the rules of the original. */
export function createDropIn(
  options: ServerOptions,
  { needs, register, ...frame }: DropInFrame,
): Promise<App> {
  const metrics = createMetrics(options.workers ?? onlyWorker())
  const registerAll = (app: App) => {
    app.setValidatorCompiler(() => (value: unknown) => ({ value }))
    register(app, metrics)
    if (needs !== undefined) registerHealth(app, options.engine, needs, metrics)
  }
  return createInstance(options, { ...frame, register: registerAll }, metrics)
}

/** Flags of `milepost <drop-in> serve`. */
export interface DropInFlags<Profile extends string> extends ServeOptions {
  candidateDb?: string
  weights?: string
  profile?: Profile
}

/** The surface of a drop-in; `states` says what is on, for the person who starts it. */
export function dropIn<Profile extends string>(
  create: (options: ServerOptions & { profile?: Profile | undefined }) => Promise<App>,
  states: (engine: Engine) => readonly (readonly [what: string, capability: unknown])[],
  opened: EngineOptions = { verify: true },
): Surface<DropInFlags<Profile>> {
  return {
    open: async (options, { workers, say }) => {
      const { candidateDb, weights, logLevel, trustProxy, cors, profile } = options
      const tiles = tilesOf(options)
      const engine = openEngine({ candidateDb, weights, ...opened, warn: say }, states)
      return { app: await create({ engine, workers, logLevel, trustProxy, cors, tiles, profile }) }
    },
    describe: () => create({ engine: {} }),
  }
}

/**
 * Opens an engine, and says by `warn` what of it is on.
 * @throws Error with one sentence if data that were named cannot be opened.
 */
export function openEngine(
  options: EngineOptions,
  states: (engine: Engine) => readonly (readonly [what: string, capability: unknown])[],
): Engine {
  const engine = createEngine(options)
  if (engine.refused !== undefined) throw new Error(engine.refused)
  const words = states(engine).map(([what, capability]) => `${what} ${capability ? 'on' : 'off'}`)
  options.warn?.(words.join(', '))
  return engine
}
