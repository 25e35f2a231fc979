/**
 * The page at `/`: the routes, and a field that completes what is typed into it. It is one text without parts of its own, asks
 * this server only, and puts answers into the page as text, never as markup. Paths are relative, for servers behind a prefix.
 */
import { createHash } from 'node:crypto'

import { VERSION } from '../../version.js'

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; color: #1b1f24; }
  h1 { font-size: 1.5rem; }
  label { display: block; margin-top: 2rem; font-weight: 600; }
  input { width: 100%; box-sizing: border-box; font: inherit; padding: .5rem; margin: .25rem 0; }
  ol { list-style: none; padding: 0; min-height: 9rem; }
  ol li { padding: .15rem 0; border-bottom: 1px solid #e4e7eb; }
  small { color: #57606a; margin-left: .5rem; }
  code { background: #f3f4f6; padding: .1rem .3rem; }
`

const SCRIPT = `
  const [field, list, asked] = ['q', 'places', 'asked'].map((id) => document.getElementById(id))
  let current
  async function complete() {
    current?.abort()
    current = new AbortController()
    const path = 'api?limit=5&q=' + encodeURIComponent(field.value)
    try {
      const begun = performance.now()
      const body = await (await fetch(path, { signal: current.signal })).json()
      asked.textContent = 'GET ' + path + ', ' + (performance.now() - begun).toFixed(1) + ' ms'
      list.replaceChildren(...(body.message ? [line(body.message, '')] : body.features.map(place)))
    } catch (error) {
      if (error.name !== 'AbortError') asked.textContent = String(error)
    }
  }
  function place({ properties: p }) {
    const name = p.name ?? [p.housenumber, p.street].filter(Boolean).join(' ')
    const around = [p.city, p.state, p.country].filter((part) => part && part !== name)
    return line(name, [p.type, ...around].join(', '))
  }
  function line(text, detail) {
    const [item, small] = [document.createElement('li'), document.createElement('small')]
    item.textContent = text
    small.textContent = detail
    item.append(small)
    return item
  }
  field.addEventListener('input', complete)
  if (field.value) complete()
`

/** The page. */
export const LANDING_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Milepost typeahead</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Milepost typeahead</h1>
<p>Completes places, streets and addresses while they are typed. Clients of Photon work with the address of this server in
place of their own.</p>
<label for="q">Start typing</label>
<input id="q" type="search" autocomplete="off" spellcheck="false" placeholder="new yo">
<ol id="places"></ol>
<p><code id="asked">GET api?q=…</code></p>
<ul>
<li><a href="api?q=paris&amp;limit=3">api?q=paris&amp;limit=3</a> completes a text</li>
<li><a href="api?q=paris&amp;lat=33.66&amp;lon=-95.55">api?q=paris&amp;lat=33.66&amp;lon=-95.55</a> prefers places nearby</li>
<li><a href="reverse?lat=48.857&amp;lon=2.352">reverse?lat=48.857&amp;lon=2.352</a> names the place that contains a point</li>
<li><a href="openapi.json">openapi.json</a> describes every parameter and answer</li>
</ul>
<p><small>Version ${VERSION}</small></p>
<script>${SCRIPT}</script>
</body>
</html>
`

/** Nothing but the page's own style and script runs, and it talks to nobody but this server. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
