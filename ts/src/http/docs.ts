/** The OpenAPI document as a page at `/docs`, from the package: no other host is asked for anything. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import type { App } from './app.js'

/** What the build copied of Swagger UI; the same path from the sources and from the build. */
const ASSETS = new URL('../../assets/swagger-ui/', import.meta.url)

/** Each file with the type it is sent as; the install keeps code compressed. */
const FILES = [
  { name: 'swagger-ui.css', type: 'text/css; charset=utf-8', isCompressed: true },
  { name: 'swagger-ui-bundle.js', type: 'text/javascript; charset=utf-8', isCompressed: true },
  { name: 'favicon-32x32.png', type: 'image/png', isCompressed: false },
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
<script src="docs/start.js"></script>
</body>
</html>
`

// The default validator badge would ask a server of the library's makers.
const START = `SwaggerUIBundle({
  url: 'openapi.json',
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
  for (const { name, type, isCompressed } of FILES) {
    // Read once, at the start: a request that opens a file fails where none can be opened, and each would hold a copy.
    const stored = readFileSync(new URL(isCompressed ? `${name}.gz` : name, ASSETS))
    const file = isCompressed ? gunzipSync(stored) : stored
    app.get(`/docs/${name}`, hidden, (_, reply) => reply.type(type).send(file))
  }
}
