/** The interface of a surface for the processes that serve it. A surface is a folder whose `surface.js` exports one of these. */
import type { App } from './app.js'
import type { Workers } from './workers/workers.js'

/** Flags every `serve` command has. */
export interface ServeOptions {
  port: number
  host: string
  /** Worker processes. */
  cpus: number
  /** Milliseconds that accepted requests may take after SIGTERM or SIGINT. */
  grace: number
  logLevel: string
  trustProxy?: boolean | string
  cors?: boolean
  /** Whether traces and metrics are sent by OpenTelemetry. */
  otel?: boolean
  /** Address of tiles for the map of the page at `/`. */
  tiles?: string
  /** What the map shows as their origin. */
  tilesCredit?: string
  /** With a port, the routes that change the server are served there and not on the public listener. */
  adminHost?: string
  adminPort?: number
}

/** What the process provides to the surface. */
export interface Process {
  workers: Workers
  /** Prints a line for the person who starts the server. */
  say: (line: string) => void
}

/** A surface ready to listen. */
export interface Opened {
  app: App
  /** Listens on the admin port. */
  admin?: App | undefined
  /** Frees what the surface holds, after the last answer. */
  close?: () => void
}

/** A surface: opens its engine and registers its routes. Throws with one line if it cannot be served with these flags. */
export interface Surface<Options extends ServeOptions = ServeOptions> {
  open: (options: Options, process: Process) => Promise<Opened>
  /** The instance without any capability, for its OpenAPI document. Needs no weights and no data. */
  describe: () => Promise<App>
}

/** Loads the surface that the module at `url` exports. */
export async function loadSurface(url: string): Promise<Surface> {
  return ((await import(url)) as { surface: Surface }).surface
}
