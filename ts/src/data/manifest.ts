/** The contents of a data source: `manifest.json` below its base URL. */
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'

import { answerTo, textOf } from '../remote/answer.js'
import { reasonOf } from '../remote/file.js'
import { faultOf } from './record.js'
import { send } from '../remote/send.js'

/**
 * A destination below the data root. Names of Milepost's own files are refused: unfinished downloads, locks and the record of pulled files.
 */
export const PATH = Type.String({
  pattern:
    '^(?!pulled\\.json$)(?!.*\\.(part|lock)(/|$))[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*$',
})

/** Bytes of a file. */
export const SIZE = Type.Integer({ minimum: 1 })

export const SHA256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

const File = Type.Object({
  /** Its URL, relative to the manifest. */
  from: Type.String({ minLength: 1 }),
  /** Its destination. */
  to: PATH,
  size: SIZE,
  sha256: SHA256,
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
  if (!/^https?:$/.test(url.protocol)) throw new Error(`${base} is not an http or https URL`)
  const manifest = await read(url, signal)
  if (!Check(Manifest, manifest))
    throw new Error(`${url.href} is not a manifest of data: ${faultOf(Manifest, manifest)}`)
  return bundlesOf(manifest, url)
}

async function read({ href }: URL, signal?: AbortSignal): Promise<unknown> {
  const response = await answerTo(href, (sent) => send(href, { signal: sent }), { signal })
  if (!response.ok) throw new Error(`cannot read ${href}: the server answers ${String(response.status)}`)
  const text = await textOf(href, response)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`cannot read ${href}: ${reasonOf(error)}`, { cause: error })
  }
}

function bundlesOf(manifest: Static<typeof Manifest>, base: URL): Bundles {
  return new Map(
    Object.entries(manifest.bundles).map(([bundle, { description, files }]) => [
      bundle,
      { description, files: files.map(({ from, ...file }) => ({ ...file, bundle, url: urlOf(from, base) })) },
    ]),
  )
}

/** Other schemes, as `data:` and `file:`, name no file of a server. */
function urlOf(from: string, base: URL): string {
  const url = URL.canParse(from, base) ? new URL(from, base) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url.href
  throw new Error(
    `${base.href} is not a manifest of data: from \`${from.slice(0, 200)}\` is not an http or https URL`,
  )
}
