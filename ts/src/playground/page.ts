/**
 * The page at `/` of every surface: an address field, its parts in colour, an answer and, if the surface looks up places, a map. One page
 * and one script serve all four; attributes `data-*` of the body hold the differences. Paths are relative, for servers behind a prefix.
 */
import { etagOf } from '../http/responses/compressed-file.js'
import { escaped } from '../http/responses/escape-markup.js'
import { VERSION } from '../version.js'
import { sourceOfTiles, type Tiles } from './tiles.js'

/** Surfaces that have the page. */
export type PageSurface = 'native' | 'search' | 'typeahead' | 'parser'

/** Differences between the pages. */
export interface PageContent {
  surface: PageSurface
  title: string
  /** One or two sentences: what the server does. */
  lead: string
  /** Examples to click. */
  examples: readonly string[]
  /** Further pages and routes of the server, by relative path. */
  links: readonly (readonly [path: string, name: string])[]
  /** Target of the form in a browser without scripts, and the name of its field. */
  form: readonly [action: string, field: string]
  /** Whether the server takes tables at `/v1/bulk`. */
  bulk?: boolean
  /** A tile map instead of the outlines that come with the install. */
  tiles?: Tiles | undefined
}

/** The page as it is sent. */
export interface Page {
  html: string
  etag: string
  contentSecurityPolicy: string
}

/**
 * The page of a surface.
 * @throws Error if the address of the tiles is invalid.
 */
export function pageOf(content: PageContent): Page {
  const html = htmlOf(content)
  return {
    html,
    etag: etagOf(html),
    contentSecurityPolicy: policy(content.tiles && sourceOfTiles(content.tiles.url)),
  }
}

/** The policy: the page loads only its own files and connects only to this server and the tile server. */
function policy(tiles: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Leaflet shows an empty data image until a tile is loaded.
    `img-src 'self' data:${tiles === undefined ? '' : ` ${tiles}`}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}

function htmlOf(content: PageContent): string {
  const { surface, title, links } = content
  const hasMap = surface !== 'parser'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" type="image/svg+xml" href="playground/icon.svg">
<link rel="stylesheet" href="playground/page.css">
<script type="module" src="playground/page.js"></script>
</head>
<body ${dataOf(content)}>
<header>
<h1>${escaped(title)}</h1>
<nav aria-label="This server">${links.map(([path, name]) => `<a href="${escaped(path)}">${escaped(name)}</a>`).join(' ')}</nav>
</header>
<main${hasMap ? '' : ' class="without-map"'}>
${questionOf(content)}
<section id="parts" aria-label="Parts of the address" hidden></section>
${hasMap ? MAP : ''}
<section id="answer" aria-label="Answer" hidden></section>
${surface === 'native' ? '<section id="table" aria-label="Table" hidden></section>' : ''}
<p id="status" class="off-screen" role="status"></p>
</main>
<footer><small>Milepost ${escaped(VERSION)}</small></footer>
</body>
</html>
`
}

/** The attributes that the script reads. */
function dataOf({ surface, bulk = false, tiles }: PageContent): string {
  return [
    `data-surface="${surface}"`,
    ...(bulk ? ['data-bulk'] : []),
    ...(tiles === undefined ? [] : [`data-tiles="${escaped(tiles.url)}"`]),
    ...(tiles?.credit === undefined ? [] : [`data-tiles-credit="${escaped(tiles.credit)}"`]),
  ].join(' ')
}

/** The address field with its examples, and what the page says about it. */
function questionOf({ surface, lead, examples, form: [action, field] }: PageContent): string {
  return `<div class="ask">
<p class="lead">${escaped(lead)}</p>
<form id="form" action="${escaped(action)}" method="get" role="search">
<label for="address">${surface === 'typeahead' ? 'Start typing' : 'Address'}</label>
<div class="field">
<div id="tints" aria-hidden="true"></div>
<input id="address" name="${escaped(field)}" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search">
<button>Find</button>
<ul id="suggestions" role="listbox" aria-label="Suggestions" hidden></ul>
</div>
</form>
${surface === 'native' ? '<p class="many"><span>Many addresses?</span> <input id="file" class="off-screen" type="file" accept=".csv,.tsv,.txt,text/csv,text/plain"><label for="file">Choose a CSV file</label></p>' : ''}
<p class="examples"><span>Try</span> ${examples.map((text) => `<button type="button" class="example">${escaped(text)}</button>`).join(' ')}</p>
<p id="notice" class="notice" hidden></p>
<p id="message" class="notice" hidden></p>
<noscript><p class="notice">This page needs JavaScript to show its answers; without it the button leads to the answer as JSON.</p></noscript>
</div>`
}

const MAP = `<section id="map-section" aria-label="Map">
<div id="map"></div>
<p class="map-foot"><button type="button" id="here">What is in the middle of the map?</button><small id="map-note"></small></p>
</section>`
