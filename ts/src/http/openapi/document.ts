/** The OpenAPI document of a surface, from the routes it registers. */
import swagger from '@fastify/swagger'

import { VERSION } from '../../version.js'
import type { App } from '../app.js'
import { sendJson } from '../responses/errors.js'
import { toOpenApi30 } from './openapi-30.js'

/** OpenAPI versions that can be emitted: `3.1` is 3.1.0, `3.0` is 3.0.3. */
export type Flavor = '3.1' | '3.0'

/** Example values of requests. */
export interface RequestExamples {
  /** By the name of a parameter, for every route that has it. */
  parameters?: Readonly<Record<string, unknown>>
  /** By the name of the schema of a body. */
  bodies?: Readonly<Record<string, unknown>>
}

/** What differs between the documents of the surfaces. */
export interface DocumentOptions {
  title: string
  description: string
  port: number
  tags: { name: string; description: string }[]
  /** Prefilled values of the page at `/docs`, so that its button sends a request that works. */
  examples: RequestExamples
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
    transformObject: (made) => {
      if ('openapiObject' in made) addExamples(made.openapiObject as Document, options.examples)
      return 'openapiObject' in made ? made.openapiObject : made.swaggerObject
    },
    refResolver: { buildLocalReference: (schema) => schema['$id'] as string },
  })
  // Created once and shared by answers; at the start it would take 30 ms.
  let document: Buffer | undefined
  app.get('/openapi.json', { schema: { hide: true } }, (_, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()))
    return sendJson(reply, document)
  })
}

/** The document as far as requests have examples. */
interface Document {
  paths?: Record<string, Record<string, Operation>>
}

interface Operation {
  parameters?: { name: string; example?: unknown }[]
  requestBody?: { content: Record<string, { schema?: { $ref?: string }; example?: unknown }> }
}

function addExamples({ paths = {} }: Document, { parameters = {}, bodies = {} }: RequestExamples): void {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const parameter of operation.parameters ?? []) {
      if (parameter.name in parameters) parameter.example = parameters[parameter.name]
    }
    for (const content of Object.values(operation.requestBody?.content ?? {})) {
      const name = content.schema?.$ref?.split('/').at(-1)
      if (name !== undefined && name in bodies) content.example = bodies[name]
    }
  }
}

/** The document of a ready instance in one flavor. */
export function documentOf(app: App, flavor: Flavor): unknown {
  const document = app.swagger()
  return flavor === '3.1' ? document : toOpenApi30(document)
}
