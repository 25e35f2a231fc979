/** The OpenAPI document as a page at `/docs`, from the package: no other host is asked for anything. */
import swaggerUi from '@fastify/swagger-ui'

import type { App } from './app.js'

/** Serves the page; the document must be registered before. */
export async function registerDocs(app: App): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // Not the library's own: it makes browsers ask for the page's parts by HTTPS, which this server does not speak.
    staticCSP:
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src *; object-src 'none'",
    // The default validator badge would ask a server of the library's makers.
    uiConfig: { validatorUrl: null, docExpansion: 'list', tryItOutEnabled: true },
  })
}
