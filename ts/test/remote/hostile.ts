/** A server on 127.0.0.1 whose file has two versions, and which answers a resumed request as the test asks. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers a request that resumes at `from`. */
export type Answer = (response: ServerResponse, from: number) => void

/** Bytes that differ at every place: a mixture shows. */
export const OLD = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 127))
export const NEW = Buffer.from(OLD.map((byte) => byte + 128))

/** Bytes of the first answer before its connection breaks. */
export const BREAKS_AT = 80_000

const DAYS = ['Mon, 16 Nov 2026 03:00:00 GMT', 'Tue, 17 Nov 2026 03:00:00 GMT']
const OF_OLD = { etag: '"old"', 'last-modified': DAYS[0] }

/** Sends bytes of a file as a range. */
function part(
  response: ServerResponse,
  file: Buffer,
  [start, end]: readonly [number, number],
  headers: Readonly<Record<string, string | undefined>>,
): void {
  const said: Record<string, string | undefined> = {
    'content-range': `bytes ${String(start)}-${String(end - 1)}/${String(file.length)}`,
    ...headers,
  }
  const set = Object.entries(said).filter(([, value]) => value !== undefined)
  response.writeHead(206, Object.fromEntries(set)).end(file.subarray(start, end))
}

const longer = Buffer.concat([NEW, NEW.subarray(0, 1000)])

/** What a server may do to a resumed request. */
export const FAULTS: Readonly<Record<string, Answer>> = {
  'another ETag': (response, from) => {
    part(response, NEW, [from, NEW.length], { etag: '"new"', 'last-modified': DAYS[0] })
  },
  'another Last-Modified': (response, from) => {
    part(response, NEW, [from, NEW.length], { 'last-modified': DAYS[1] })
  },
  'neither of them': (response, from) => {
    part(response, NEW, [from, NEW.length], {})
  },
  'another total': (response, from) => {
    part(response, longer, [from, longer.length], OF_OLD)
  },
  'another start': (response) => {
    part(response, OLD, [0, OLD.length], OF_OLD)
  },
  'no range': (response, from) => {
    part(response, OLD, [from, OLD.length], { ...OF_OLD, 'content-range': undefined })
  },
  'an end that is early': (response, from) => {
    part(response, OLD, [from, Math.min(from + 1000, OLD.length)], OF_OLD)
  },
  'the whole new file': (response) => {
    response.writeHead(200, { etag: '"new"', 'content-length': NEW.length }).end(NEW)
  },
  'fewer bytes': (response, from) => {
    response.writeHead(416, { 'content-range': `bytes */${String(from)}` }).end()
  },
}

/** The server; `answer` gets each request whose range does not start at 0. */
export class Hostile {
  /** Requests for the file. */
  requests = 0
  answer: Answer = () => undefined
  /** Answers every request for the file, if set. */
  always: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => {
      this.requests += 1
      const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
      if (this.always !== undefined) this.always(request, response)
      else if (from > 0 || (this.requests > 1 && request.headers.range !== undefined))
        this.answer(response, from)
      else if (this.requests > 1)
        response.writeHead(200, { etag: '"new"', 'content-length': NEW.length }).end(NEW)
      else {
        response.writeHead(200, { ...OF_OLD, 'content-length': OLD.length })
        response.write(OLD.subarray(0, BREAKS_AT), () => setImmediate(() => response.destroy()))
      }
    })
  }

  static async start(): Promise<Hostile> {
    const hostile = new Hostile()
    hostile.#server.listen(0, '127.0.0.1')
    await once(hostile.#server, 'listening')
    return hostile
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/file`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

/** Sends spaces without end. */
export function endless(_: IncomingMessage, response: ServerResponse): void {
  const spaces = Buffer.alloc(1 << 16, ' ')
  const send = () => {
    while (!response.destroyed && response.write(spaces));
  }
  response.writeHead(200, { 'content-type': 'application/json' }).on('drain', send)
  send()
}
