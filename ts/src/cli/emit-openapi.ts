/** `milepost openapi`. Needs no weights and no data. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { documentOf, type Flavor } from '../http/openapi.js'
import { createNativeServer } from '../surfaces/native/server.js'

/** Prints the document, or writes it as one line to a file whose folder is made when missing. */
export async function emitOpenApi(options: { flavor: Flavor; out?: string }): Promise<void> {
  const app = await createNativeServer({ engine: {} })
  const document = documentOf(app, options.flavor)
  await app.close()
  if (options.out === undefined) {
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
    return
  }
  mkdirSync(dirname(options.out), { recursive: true })
  writeFileSync(options.out, `${JSON.stringify(document)}\n`)
}
