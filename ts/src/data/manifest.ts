/** The contents of a data source: `manifest.json` below its base URL. */
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'

/** Most milliseconds for the manifest. */
const TIMEOUT_MS = 30_000

const File = Type.Object({
  /** Its path, relative to the manifest. */
  from: Type.String({ minLength: 1 }),
  /** Its destination, relative to the data root and inside it. */
  to: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*$' }),
  /** Bytes. */
  size: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

const Manifest = Type.Object({
  /** Name of a bundle, as `pull` takes it, to its files. */
  bundles: Type.Record(
    Type.String(),
    Type.Object({ description: Type.Optional(Type.String()), files: Type.Array(File) }),
  ),
})

/** A file with its URL. */
export interface Offered {
  bundle: string
  url: string
  to: string
  size: number
  sha256: string
}

/** Every bundle of a source: its description and files. */
export type Bundles = Map<string, { description: string | undefined; files: Offered[] }>

/**
 * Fetches the manifest below `base`, an http or https URL.
 * @throws Error in one sentence that names the URL.
 */
export async function fetchManifest(base: string, signal?: AbortSignal): Promise<Bundles> {
  const url = new URL('manifest.json', base.endsWith('/') ? base : `${base}/`)
  if (!/^https?:$/.test(url.protocol)) throw new Error(`${base} is no http or https URL`)
  const manifest = await read(url, signal)
  if (!Check(Manifest, manifest)) throw new Error(`${url.href} is no manifest of data`)
  return bundlesOf(manifest, url)
}

async function read(url: URL, signal?: AbortSignal): Promise<unknown> {
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])]
  try {
    const response = await fetch(url, { signal: AbortSignal.any(signals) })
    if (!response.ok) throw new Error(`the server answers ${String(response.status)}`)
    return await response.json()
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason
    throw new Error(`cannot read ${url.href}: ${reasonOf(error)}`, { cause: error })
  }
}

function bundlesOf(manifest: Static<typeof Manifest>, base: URL): Bundles {
  return new Map(
    Object.entries(manifest.bundles).map(([bundle, { description, files }]) => [
      bundle,
      {
        description,
        files: files.map(({ from, ...file }) => ({ ...file, bundle, url: new URL(from, base).href })),
      },
    ]),
  )
}

/** The message of an error, with the cause that fetch wraps: "fetch failed" says nothing. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
