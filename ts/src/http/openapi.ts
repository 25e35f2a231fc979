/** The OpenAPI document of a surface, from the routes it registers. */
import swagger from '@fastify/swagger'

import { VERSION } from '../version.js'
import type { App } from './app.js'
import { sendJson } from './errors.js'
import { toOpenApi30 } from './openapi-30.js'

/** OpenAPI versions that can be emitted: `3.1` is 3.1.0, `3.0` is 3.0.3. */
export type Flavor = '3.1' | '3.0'

/** What differs between the documents of the surfaces. */
export interface DocumentOptions {
  title: string
  description: string
  port: number
  tags: { name: string; description: string }[]
}

/** Collects the routes registered after it and serves the document at `GET /openapi.json`. */
export async function registerOpenApi(app: App, options: DocumentOptions): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: options.title,
        version: VERSION,
        description: options.description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } as { name: string },
      },
      servers: [
        {
          url: 'http://{host}:{port}',
          variables: { host: { default: '127.0.0.1' }, port: { default: String(options.port) } },
        },
      ],
      security: [],
      tags: options.tags,
    },
    refResolver: { buildLocalReference: (schema) => schema['$id'] as string },
  })
  // Made once, so that answers share it; at the start it would take 30 ms.
  let document: Buffer | undefined
  app.get('/openapi.json', { schema: { hide: true } }, (_, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()))
    return sendJson(reply, document)
  })
}

/** The document of a ready instance in the asked flavor. */
export function documentOf(app: App, flavor: Flavor): unknown {
  const document = app.swagger()
  return flavor === '3.1' ? document : toOpenApi30(document)
}
