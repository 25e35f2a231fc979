/** `milepost openapi`. Needs no weights and no data. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { documentOf, type Flavor } from '../http/openapi.js'
import { createNativeServer } from '../surfaces/native/server.js'

/**
 * Prints the document, or writes it as one line to a file whose folder is made when missing.
 * @throws Error when there is no such flavor.
 */
export async function emitOpenApi(options: { flavor: string; out?: string }): Promise<void> {
  const { flavor } = options
  if (!isFlavor(flavor)) throw new Error(`there is no flavor \`${flavor}\`; it is 3.1 or 3.0`)
  const { app } = await createNativeServer({ engine: {} })
  const document = documentOf(app, flavor)
  await app.close()
  if (options.out === undefined) {
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
    return
  }
  mkdirSync(dirname(options.out), { recursive: true })
  writeFileSync(options.out, `${JSON.stringify(document)}\n`)
}

function isFlavor(flavor: string): flavor is Flavor {
  return flavor === '3.1' || flavor === '3.0'
}
