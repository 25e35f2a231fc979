/** Sends a request: over HTTP, or to a file of this machine as a server would answer it. */
import { open, stat } from 'node:fs/promises'
import * as http from 'node:http'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** What of a request is used. */
export interface Sent {
  method?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Variables that name a proxy. */
const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'] as const

let isProxied: boolean | undefined

/** The answer to a request of an `http:`, `https:` or `file:` URL. Proxies of the environment are used where Node.js can. */
export async function send(url: string, init: Sent): Promise<Response> {
  if (url.startsWith('file:')) return answerOfFile(url, init)
  isProxied ??= useProxies()
  try {
    return await fetch(url, init)
  } catch (error) {
    const advice = proxyAdvice()
    if (advice === undefined || init.signal?.aborted === true) throw error
    throw new Error(advice, { cause: error })
  }
}

/** Sends requests through the proxies of the environment; whether this Node.js can. */
function useProxies(): boolean {
  if (proxyVariable() === undefined || process.env['NODE_USE_ENV_PROXY'] === '1') return true
  const { setGlobalProxyFromEnv } = http as { setGlobalProxyFromEnv?: () => unknown }
  setGlobalProxyFromEnv?.()
  return setGlobalProxyFromEnv !== undefined
}

/** What to do if a proxy is set that this process does not use. */
function proxyAdvice(): string | undefined {
  const variable = proxyVariable()
  if (isProxied !== false || variable === undefined) return undefined
  return process.allowedNodeEnvironmentFlags.has('--use-env-proxy')
    ? `${variable} is set, and is used with NODE_USE_ENV_PROXY=1`
    : `${variable} is set, which Node.js ${process.versions.node} cannot use: run it with Node.js 24`
}

function proxyVariable(): string | undefined {
  return PROXIES.find((name) => (process.env[name] ?? '') !== '')
}

/** The file as a server with ranges and Last-Modified sends it; 404 if the file is missing. */
async function answerOfFile(url: string, { method = 'GET', headers = {} }: Sent): Promise<Response> {
  const path = fileURLToPath(new URL(url.split('?')[0] ?? url))
  const what = await stat(path).catch(() => undefined)
  if (what?.isFile() !== true) return new Response(null, { status: 404 })
  const { size } = what
  const common = { 'last-modified': what.mtime.toUTCString(), 'accept-ranges': 'bytes' }
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers['range'] ?? '') ?? []
  const isSame = (headers['if-range'] ?? common['last-modified']) === common['last-modified']
  const isPart = from !== undefined && isSame
  const start = isPart ? Number(from) : 0
  const last = isPart && to !== undefined && to !== '' ? Math.min(Number(to), size - 1) : size - 1
  if (isPart && start >= size) return new Response(null, { status: 416 })
  const all = {
    ...common,
    'content-length': String(last - start + 1),
    ...(isPart && { 'content-range': `bytes ${String(start)}-${String(last)}/${String(size)}` }),
  }
  const status = isPart ? 206 : 200
  if (method === 'HEAD' || size === 0) return new Response(null, { status, headers: all })
  const bytes = (await open(path)).createReadStream({ start, end: last })
  return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, { status, headers: all })
}
