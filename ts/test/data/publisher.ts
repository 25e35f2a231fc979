/** A server on 127.0.0.1 that stands for all publishers: it has files, sends parts of them, and fails as it is told. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers in the place of the file; false leaves it to the file. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean

/** A request for a file. */
export interface Asked {
  method: string
  path: string
  range: string | undefined
  ifRange: string | undefined
  status: number
}

/** The publishers' server. */
export class Publisher {
  /** What was asked, heads and bodies. */
  readonly asked: Asked[] = []
  readonly #files = new Map<string, Buffer>()
  readonly #refused = new Map<string, number>()
  readonly #faults: { path: string; fault: Fault; isMeant: (request: IncomingMessage) => boolean }[] = []
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response)
    })
  }

  static async start(): Promise<Publisher> {
    const publisher = new Publisher()
    publisher.#server.listen(0, '127.0.0.1')
    await once(publisher.#server, 'listening')
    return publisher
  }

  /** What `--mirror` is given. */
  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`
  }

  /** Has `content` at an address of a publisher. */
  put(url: string, content: Buffer): void {
    this.#files.set(pathOf(url), content)
  }

  /** Has files at their addresses. */
  putAll(files: Readonly<Record<string, Buffer | string>>): void {
    for (const [url, content] of Object.entries(files)) this.put(url, Buffer.from(content))
  }

  /** Answers the next request for the body of an address with a fault. */
  fail(url: string, ...faults: Fault[]): void {
    this.failWhere(url, () => true, ...faults)
  }

  /** The same for requests of a kind. */
  failWhere(url: string, isMeant: (request: IncomingMessage) => boolean, ...faults: Fault[]): void {
    this.#faults.push(...faults.map((fault) => ({ path: pathOf(url), fault, isMeant })))
  }

  /** Answers every request for an address so, heads too. */
  refuse(url: string, status: number): void {
    this.#refused.set(pathOf(url), status)
  }

  /** Requests for bodies of an address. */
  bodies(url: string): Asked[] {
    return this.asked.filter(({ method, path }) => method === 'GET' && path === pathOf(url))
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url: path = '', headers } = request
    const asked = { method, path, range: headers.range, ifRange: headers['if-range'] as string | undefined }
    response.on('close', () => this.asked.push({ ...asked, status: response.statusCode }))
    const index = this.#faults.findIndex((planned) => planned.path === path && planned.isMeant(request))
    if (method === 'GET' && index >= 0) {
      const [planned] = this.#faults.splice(index, 1)
      if (planned?.fault(request, response) === true) return
    }
    const content = this.#files.get(path)
    const refused = this.#refused.get(path)
    if (refused !== undefined) response.writeHead(refused).end()
    else if (content === undefined) response.writeHead(404).end()
    else sendPart(request, response, content)
  }
}

/** The path at which a mirror has an address. */
function pathOf(url: string): string {
  const { host, pathname, search } = new URL(url)
  return `/${host}${pathname}${search}`
}

/** As a good server does: ranges, and `If-Range` against the hash. */
function sendPart(request: IncomingMessage, response: ServerResponse, content: Buffer): void {
  const etag = etagOf(content)
  const common = { etag, 'last-modified': 'Mon, 16 Nov 2026 03:00:00 GMT', 'accept-ranges': 'bytes' }
  const { range, 'if-range': ifRange } = request.headers
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  const total = content.length
  if (from === undefined || (ifRange !== undefined && ifRange !== etag)) {
    response.writeHead(200, { ...common, 'content-length': total })
    response.end(request.method === 'HEAD' ? undefined : content)
    return
  }
  // `bytes=-8` are the last eight.
  const start = from === '' ? Math.max(0, total - Number(to)) : Number(from)
  const end = from === '' || to === '' || to === undefined ? total : Math.min(total, Number(to) + 1)
  if (start >= total) {
    response.writeHead(416, { 'content-range': `bytes */${String(total)}` }).end()
    return
  }
  const bytes = content.subarray(start, end)
  response.writeHead(206, {
    ...common,
    'content-length': bytes.length,
    'content-range': `bytes ${String(start)}-${String(end - 1)}/${String(total)}`,
  })
  response.end(bytes)
}

/** The ETag of some content. */
export function etagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`
}

/** Sends the first bytes and breaks the connection. */
export function breaksAfter(bytes: number, content: Buffer): Fault {
  return (request, response) => {
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const part = { 'content-length': content.length - start, etag: etagOf(content) }
    if (start === 0) response.writeHead(200, part)
    else {
      const range = `bytes ${String(start)}-${String(content.length - 1)}/${String(content.length)}`
      response.writeHead(206, { ...part, 'content-range': range })
    }
    response.write(content.subarray(start, start + bytes), () => response.destroy())
    return true
  }
}

/** Is busy, and says that it may be asked again at once. */
export const busy: Fault = (_, response) => {
  response.writeHead(503, { 'retry-after': '0' }).end('busy')
  return true
}

/** Says sorry with status 200. */
export const page: Fault = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Service under maintenance</html>')
  return true
}
