/** `milepost openapi`, `milepost search openapi` and so on. Needs no weights and no data. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { documentOf, type Flavor } from '../http/openapi/document.js'
import { loadSurface } from '../http/surface.js'
import { print } from '../terminal/output.js'

/** Flags of an `openapi` command. */
export interface EmitOptions {
  flavor: string
  out?: string
}

/**
 * Prints the document of the surface that the module at `url` exports, or writes it as one line to a file whose folder is
 * made when missing.
 * @throws Error if the flavor is unknown.
 */
export async function emitOpenApi(url: string, { flavor, out }: EmitOptions): Promise<void> {
  if (!isFlavor(flavor)) throw new Error(`there is no flavor \`${flavor}\`; it is 3.1 or 3.0`)
  const app = await (await loadSurface(url)).describe()
  const document = documentOf(app, flavor)
  await app.close()
  if (out === undefined) {
    await print(`${JSON.stringify(document, null, 2)}\n`)
    return
  }
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(out, `${JSON.stringify(document)}\n`)
}

function isFlavor(flavor: string): flavor is Flavor {
  return flavor === '3.1' || flavor === '3.0'
}
