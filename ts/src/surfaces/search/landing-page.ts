/**
 * The page at `/`: fields to try, and examples with what they answer on this server now. It has no script; whatever comes from
 * data is escaped. Paths are relative, for servers behind a prefix.
 */
import { createHash } from 'node:crypto'

import { VERSION } from '../../version.js'
import { escaped } from './escaped.js'

/** An example of a request and, in a line, what it finds here and now. */
export interface Example {
  path: string
  does: string
  finds: string
}

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem; color: #1b1f24; }
  h1 { font-size: 1.5rem; }
  form { display: flex; gap: .5rem; margin: .75rem 0; }
  input { flex: 1; min-width: 0; font: inherit; padding: .5rem; }
  button { font: inherit; padding: .5rem 1rem; }
  li { padding: .4rem 0; }
  ul { list-style: none; padding: 0; }
  small { color: #57606a; display: block; }
  code { background: #f3f4f6; padding: .1rem .3rem; }
`

/** The page. */
export function landingPage(examples: readonly Example[], licence: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Milepost search</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Milepost search</h1>
<p>Finds places, streets and houses by their address, and what lies at a point. Clients of Nominatim work with the address of
this server in place of their own.</p>
<form action="search"><input name="q" type="search" aria-label="Address" placeholder="350 5th Ave, New York" required>
<input type="hidden" name="addressdetails" value="1"><button>Search</button></form>
<form action="reverse"><input name="lat" aria-label="Latitude" placeholder="latitude" required>
<input name="lon" aria-label="Longitude" placeholder="longitude" required>
<input type="hidden" name="addressdetails" value="1"><button>What is here?</button></form>
<ul>
${examples.map(exampleLine).join('\n')}
</ul>
<p><a href="openapi.json">openapi.json</a> · <a href="docs/">every parameter and answer</a> · <a href="status">status</a></p>
<p><small>${escaped(licence)} · version ${escaped(VERSION)}</small></p>
</body>
</html>
`
}

function exampleLine({ path, does, finds }: Example): string {
  return `<li><a href="${escaped(path)}"><code>${escaped(path)}</code></a> ${escaped(does)}<small>${escaped(finds)}</small></li>`
}

/** Nothing but the page's own style is loaded, and its forms ask nobody but this server. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')
