/** The OpenAPI document as a page at `/docs`, from the package: it contacts no other host. */
import type { App } from '../app.js'
import { readCompressed, sendCompressed } from '../responses/compressed-file.js'

/** Files of Swagger UI that the build copies; the same path from the sources and from the build. */
const ASSETS = new URL('../../../assets/swagger-ui/', import.meta.url)

const FILES: readonly (readonly [name: string, type: string])[] = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]

// Requests from the page to hosts other than its own are allowed: a reader may name another server to try.
const CSP =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src *; object-src 'none'"

// Relative, so that the page also works below a prefix that a proxy adds.
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Milepost</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="page"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script type="module" src="docs/start.js"></script>
</body>
</html>
`

// The document names the server by host and port. The page sends its requests to its own origin, so that they also work through a
// proxy or another port. The default validator badge would ask a server of the library's makers.
const START = `const response = await fetch('openapi.json')
const spec = await response.json()
spec.servers = [{ url: new URL('.', location.href).pathname.replace(/(.)\\/$/, '$1'), description: 'this server' }]
SwaggerUIBundle({
  spec,
  dom_id: '#page',
  deepLinking: true,
  validatorUrl: null,
  docExpansion: 'list',
  tryItOutEnabled: true,
})
`

/** Serves the page; it reads the document at `/openapi.json`. */
export function registerDocs(app: App): void {
  const hidden = { schema: { hide: true } }
  app.get('/docs', hidden, (_, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', CSP).send(PAGE),
  )
  app.get('/docs/', hidden, (_, reply) => reply.redirect('../docs'))
  app.get('/docs/start.js', hidden, (_, reply) => reply.type('text/javascript; charset=utf-8').send(START))
  for (const [name, type] of FILES) {
    const file = readCompressed(new URL(name, ASSETS), type)
    app.get(`/docs/${name}`, hidden, (request, reply) => sendCompressed(request, reply, file))
  }
}
