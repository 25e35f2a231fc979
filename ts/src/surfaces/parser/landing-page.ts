/**
 * The page at `/`: the routes, and a form whose answer is part of the page. It runs no script and has no parts of its own.
 * Paths are relative, for servers behind a prefix.
 */
import { createHash } from 'node:crypto'

import { VERSION } from '../../version.js'
import type { LabelledPart } from '../../wire/labelled-part.js'

/** What the page shows of a text; an absent capability is undefined. */
export interface Shown {
  text: string
  parts: LabelledPart[] | undefined
  expansions: string[] | undefined
}

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; color: #1b1f24; }
  h1 { font-size: 1.5rem; }
  label { display: block; margin-top: 2rem; font-weight: 600; }
  input { width: 100%; box-sizing: border-box; font: inherit; padding: .5rem; margin: .25rem 0; }
  th { text-align: left; font-weight: 400; color: #57606a; padding-right: 1rem; }
  code { background: #f3f4f6; padding: .1rem .3rem; }
`

/** The page; with `shown` the answer to what was asked. */
export function landingPage(shown?: Shown): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Milepost parser</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Milepost parser</h1>
<p>Splits addresses into labelled parts and writes abbreviations out. Clients of a libpostal server work with the address of
this server in place of their own.</p>
<form action="./" method="get">
<label for="address">An address</label>
<input id="address" name="address" value="${escaped(shown?.text ?? '')}" placeholder="350 5th Ave, New York, NY 10118">
</form>
${shown === undefined ? '' : answer(shown)}
<ul>
<li><a href="parse?address=350+5th+Ave,+New+York,+NY+10118">parse?address=…</a> labels the parts of an address</li>
<li><a href="expand?address=350+5th+Ave+NW">expand?address=…</a> writes abbreviations out</li>
<li><a href="openapi.json">openapi.json</a> describes every parameter and answer</li>
</ul>
<p><small>Version ${escaped(VERSION)}</small></p>
</body>
</html>
`
}

function answer({ parts, expansions }: Shown): string {
  const rows = parts?.map(
    ({ label, value }) => `<tr><th>${escaped(label)}</th><td>${escaped(value)}</td></tr>`,
  )
  const items = expansions?.map((expansion) => `<li>${escaped(expansion)}</li>`)
  return [
    rows === undefined ? '<p>No weights are installed.</p>' : `<table>${rows.join('')}</table>`,
    items === undefined ? '' : `<ol>${items.join('')}</ol>`,
  ].join('\n')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that stays text between tags and inside a quoted attribute. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Nothing but the page's own style applies, and its form asks nobody but this server. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')
