/** Patterns of names in stores: `s3://bucket/parts/*.csv`. */
import { textOf } from '../remote/answer.js'
import { answerTo } from './signed-requests.js'
import { type Place, placeOf, requestForNames } from './stores.js'

/** Most objects of one command: each needs a socket and two words of the command line. */
const MOST = 1000

/** Most pages of a list, of a thousand names each: a store may send pages without end. */
const MOST_PAGES = 10_000

/** A page of names, and the token of the next one. */
interface Page {
  names: string[]
  next: string | undefined
}

/** Whether the name of an object is a pattern. An address on the web never is: its `?` begins a query. */
export function isPattern(name: string): boolean {
  return /^(s3|gs|az):/.test(name) && /[*?]/.test(name)
}

/**
 * The objects that match, in the order of their bytes. `*` matches anything but slashes, `?` one character other than a slash.
 * @throws Error if none or too many match, or the store refuses.
 */
export async function matching(pattern: string): Promise<string[]> {
  const place = placeOf(pattern)
  const { scheme, bucket, key } = place
  if (/[*?]/.test(bucket)) throw new Error(`${pattern}: put the pattern after the bucket, not in its name`)
  const wanted = expression(key)
  const prefix = key.slice(0, key.search(/[*?]/))
  // Without a slash after the first star, deeper folders need not be listed.
  const delimiter = key.slice(prefix.length).includes('/') ? undefined : '/'
  const found: string[] = []
  let page: string | undefined
  let pages = 0
  do {
    if (++pages > MOST_PAGES) {
      throw new Error(
        `${pattern}: its bucket lists more than ${String(MOST_PAGES)} pages of names; name a longer prefix`,
      )
    }
    const request = () => requestForNames(place, { prefix, delimiter, page })
    const answer = await answerTo(pattern, request, 'GET')
    const { names, next } = PAGES[scheme](await textOf(pattern, answer))
    found.push(...names.filter((name) => wanted.test(name)))
    if (found.length > MOST) {
      throw new Error(`${pattern} matches more than ${String(MOST)} objects; take them in several runs`)
    }
    page = next
  } while (page !== undefined)
  if (found.length === 0) throw new Error(`no object matches ${pattern}`)
  found.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return found.map((name) => `${scheme}://${bucket}/${name}`)
}

function expression(pattern: string): RegExp {
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replace(/\*/g, '[^/]*')
    .replace(/\?/g, '[^/]')
  return new RegExp(`^${source}$`, 'su')
}

/** Reads what a store answers: ListObjectsV2 of S3, Objects: list of Google, List Blobs of Azure. */
const PAGES: Record<Place['scheme'], (answer: string) => Page> = {
  s3: (xml) => ({
    names: elements(xml, 'Contents').flatMap((object) =>
      elements(object, 'Key').map((name) => decodeURIComponent(text(name).replaceAll('+', ' '))),
    ),
    next: elements(xml, 'NextContinuationToken').map(text)[0],
  }),
  gs: (json) => {
    const { items = [], nextPageToken } = JSON.parse(json) as {
      items?: { name: string }[]
      nextPageToken?: string
    }
    return { names: items.map(({ name }) => name), next: nextPageToken }
  },
  az: (xml) => ({
    names: elements(xml, 'Blob').flatMap((blob) =>
      [...blob.matchAll(/<Name( Encoded="true")?>([^<]*)<\/Name>/g)].map(([, isEncoded, name = '']) =>
        isEncoded === undefined ? text(name) : decodeURIComponent(text(name)),
      ),
    ),
    next: elements(xml, 'NextMarker').map(text)[0] || undefined,
  }),
}

/** The contents of the elements of a name. */
function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, content = '']) => content)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of an element. */
function text(content: string): string {
  return content.replace(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (whole, hexadecimal?: string, decimal?: string, name = '') => {
      if (hexadecimal !== undefined) return String.fromCodePoint(parseInt(hexadecimal, 16))
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
      return ENTITIES[String(name)] ?? whole
    },
  )
}
