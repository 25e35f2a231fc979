/** `milepost bulk` with objects of stores: S3 as `moto` speaks it, Google and Azure as their documents do. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { requestFor } from '../../src/bulk/stores.js'
import { upload } from '../../src/bulk/transfer.js'
import { type Moto, pythonWithMoto, startMoto } from './moto.js'
import { COMMAND } from '../support/paths.js'

const folder = mkdtempSync(join(tmpdir(), 'milepost-stores-test-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => {
  vi.unstubAllEnvs()
})

/** A table of so many rows, of which none has the address of another. */
function table(rows: number, first = 0): string {
  const row = (_: unknown, index: number) =>
    `${String(first + index)},"${String(first + index)} Main St, Reno"\n`
  return `id,address\n${Array.from({ length: rows }, row).join('')}`
}

function started(words: string[], environment: NodeJS.ProcessEnv) {
  const flags = ['--only', 'parse', '--fields', 'house_number']
  return spawn(process.execPath, [COMMAND, 'bulk', ...words, ...flags], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  })
}

async function bulk(words: string[], environment: NodeJS.ProcessEnv) {
  const child = started(words, environment)
  const [said, [code]] = await Promise.all([
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { said, code }
}

const moto = pythonWithMoto()
describe.skipIf(moto.missing !== undefined)('S3, as moto speaks it', () => {
  const python = moto.missing === undefined ? moto.command : ''
  let store: Moto
  beforeAll(async () => {
    store = await startMoto(python)
  }, 120_000)
  afterAll(() => {
    store.stop()
  })

  async function asked(method: string, name: string, body?: string): Promise<Response> {
    const { url, headers } = requestFor(name, method, {}, store.environment)
    return fetch(url, { method, headers, ...(body !== undefined && { body }) })
  }

  async function put(name: string, body: string): Promise<void> {
    expect((await asked('PUT', name, body)).status).toBe(200)
  }

  async function content(name: string): Promise<string> {
    return (await asked('GET', name)).text()
  }

  test('an object is read and the result written', async () => {
    await put('s3://bucket/tables/in put.csv', table(3))
    const done = await bulk(
      ['s3://bucket/tables/in put.csv', '--out', 's3://bucket/found/out.csv'],
      store.environment,
    )
    expect(done).toMatchObject({ code: 0 })
    expect((await content('s3://bucket/found/out.csv')).split('\n')[2]).toBe('1,"1 Main St, Reno",1,')
  }, 60_000)

  test('requests are signed so that the store knows who asks', async () => {
    const checked = await startMoto(python, true)
    try {
      const source = join(folder, 'to-be-signed.csv')
      writeFileSync(source, table(3))
      const sent = await bulk([source, '--out', 's3://bucket/a/signed.csv'], checked.environment)
      expect(sent).toMatchObject({ code: 0 })
      const words = ['s3://bucket/a/signed.csv', '--prefix', 'again_', '--out', 'signed-back.csv']
      expect(await bulk(words, checked.environment)).toMatchObject({ code: 0 })
      const refused = await bulk([...words, '--replace'], {
        ...checked.environment,
        AWS_SECRET_ACCESS_KEY: 'x',
      })
      expect(refused.code).toBe(1)
      expect(refused.said).toContain(
        's3://bucket/a/signed.csv: the server answers 403 (SignatureDoesNotMatch)',
      )
    } finally {
      checked.stop()
    }
  }, 60_000)

  test('a pattern stands for all objects that match, in order and over pages', async () => {
    const names = [
      'p/part 3.csv',
      'p/part-1.csv',
      'p/part-2.csv',
      'p/part-ü&+.csv',
      'p/other.txt',
      'p/deep/part-9.csv',
    ]
    for (const [index, name] of names.entries()) await put(`s3://bucket/${name}`, table(2, index * 10))
    const ids = async (pattern: string) => {
      const out = join(folder, 'pattern.csv')
      const done = await bulk([pattern, '--out', out, '--replace'], store.environment)
      expect(done).toMatchObject({ code: 0 })
      return readFileSync(out, 'utf8')
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => Number(line.split(',')[0]))
    }
    expect(await ids('s3://bucket/p/part*.csv')).toEqual([0, 1, 10, 11, 20, 21, 30, 31])
    expect(await ids('s3://bucket/p/part-?.csv')).toEqual([10, 11, 20, 21])
    expect(await ids('s3://bucket/*/deep/*.csv')).toEqual([50, 51])
  }, 120_000)

  test('Parquet goes there and comes back', async () => {
    await put('s3://bucket/a.csv', table(5))
    expect(
      await bulk(['s3://bucket/a.csv', '--out', 's3://bucket/q/a.parquet'], store.environment),
    ).toMatchObject({ code: 0 })
    const out = join(folder, 'back.csv')
    const words = ['s3://bucket/q/*.parquet', '--prefix', 'again_', '--out', out]
    expect(await bulk(words, store.environment)).toMatchObject({ code: 0 })
    expect(readFileSync(out, 'utf8').split('\n')[5]).toBe('4,"4 Main St, Reno",4,,4,')
  }, 60_000)

  test('a run that is killed goes on with the object, and notices that it has changed', async () => {
    await put('s3://bucket/long.csv', table(4000))
    const words = ['s3://bucket/long.csv', '--window', '50', '--commit-ms', '0', '--threads', '1']
    expect(await bulk([...words, '--out', 's3://bucket/whole.csv'], store.environment)).toMatchObject({
      code: 0,
    })
    const [out, journal] = ['often.csv', join(folder, 'often.csv.journal')]
    const kill = async () => {
      const child = started([...words, '--out', `s3://bucket/${out}`], store.environment)
      const ended = once(child, 'close')
      child.stderr.resume()
      while (child.exitCode === null && !existsSync(journal)) await new Promise(setImmediate)
      child.kill('SIGKILL')
      expect((await ended)[1]).toBe('SIGKILL')
    }
    await kill()
    // The program that writes ends with the command that started it; until then it has the result.
    const again = async () => {
      for (;;) {
        const done = await bulk([...words, '--out', `s3://bucket/${out}`], store.environment)
        if (!/other|lock/i.test(done.said) || done.said.includes('another')) return done
      }
    }
    const done = await again()
    expect(done).toMatchObject({ code: 0 })
    expect(done.said).toContain('resuming after')
    expect(await content(`s3://bucket/${out}`)).toBe(await content('s3://bucket/whole.csv'))
    await kill()
    await put('s3://bucket/long.csv', table(4000).replace('0 Main', '9 Main'))
    expect((await again()).said).toContain('was started with another content of this file')
  }, 120_000)

  test('a long result is sent in parts', async () => {
    for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value)
    const path = join(folder, 'long')
    const length = (64 << 20) + 5
    writeFileSync(path, 'milepost')
    truncateSync(path, length)
    await upload(path, 's3://bucket/long')
    const head = await asked('HEAD', 's3://bucket/long')
    expect(head.headers.get('content-length')).toBe(String(length))
    // The tag of an object that was joined of two parts.
    expect(head.headers.get('etag')).toMatch(/-2"$/)
  }, 120_000)

  test.each([
    ['s3://bucket/none/*.csv', {}, 'no object matches s3://bucket/none/*.csv'],
    ['s3://buck*/a.csv', {}, 's3://buck*/a.csv: put the pattern after the bucket, not in its name'],
    ['s3://elsewhere/*.csv', {}, 's3://elsewhere/*.csv: the server answers 404 (NoSuchBucket)'],
    ['s3://bucket/no.csv', {}, 's3://bucket/no.csv: the server answers 404 (NoSuchKey)'],
    ['s3://bucket', {}, 's3://bucket names no object: s3://BUCKET/NAME'],
  ])('%s says what is wrong', async (name, more, said) => {
    const done = await bulk([name, '--out', 'no.csv', '--input-format', 'csv'], {
      ...store.environment,
      ...more,
    })
    expect(done.said).toContain(said)
    expect(done.code).toBe(1)
  })
})

/** A store of two requests a page; `answer` speaks its language. */
async function served(
  answer: (question: IncomingMessage, url: URL, response: ServerResponse) => Promise<void>,
) {
  const server = createServer((question, response) => {
    answer(question, new URL(question.url ?? '/', 'http://localhost'), response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` }
}

/** Names that begin with the prefix, without those of deeper folders; two a page. */
function page(names: Iterable<string>, url: URL, from: string | null) {
  const prefix = url.searchParams.get('prefix') ?? ''
  const delimiter = url.searchParams.get('delimiter')
  const isIn = (name: string) =>
    name.startsWith(prefix) && (delimiter === null || !name.slice(prefix.length).includes(delimiter))
  const all = [...names].filter(isIn).sort()
  const start = Number(from ?? 0)
  return { names: all.slice(start, start + 2), next: start + 2 < all.length ? String(start + 2) : undefined }
}

const OBJECTS = {
  'p/a 1.csv': table(1),
  'p/b&c.csv': table(1, 5),
  'p/z.csv': table(1, 9),
  'p/d/e.csv': '',
  'q.csv': '',
}
const IDS = ['0', '5', '9']

/** Runs a pattern into an object, and says what identifiers it holds. */
async function through(scheme: string, environment: NodeJS.ProcessEnv, objects: Map<string, Buffer>) {
  const words = [`${scheme}://bucket/p/*.csv`, '--out', `${scheme}://bucket/out/o.csv`]
  expect(await bulk(words, environment)).toMatchObject({ code: 0 })
  const lines = (objects.get('out/o.csv') ?? '').toString().trimEnd().split('\n').slice(1)
  return lines.map((line) => line.split(',')[0])
}

describe('Google Cloud Storage', () => {
  // Objects: list of its JSON interface, objects themselves of its XML interface.
  const objects = new Map(Object.entries(OBJECTS).map(([name, content]) => [name, Buffer.from(content)]))
  let server: Server
  let environment: NodeJS.ProcessEnv
  beforeAll(async () => {
    const started = await served(async (question, url, response) => {
      if (question.headers.authorization !== 'Bearer token') {
        response.writeHead(401).end('{"error":{"errors":[{"reason": "authError"}]}}')
      } else if (url.pathname === '/storage/v1/b/bucket/o') {
        const { names, next } = page(objects.keys(), url, url.searchParams.get('pageToken'))
        response.end(JSON.stringify({ items: names.map((name) => ({ name })), nextPageToken: next }))
      } else if (question.method === 'PUT') {
        objects.set(decodeURIComponent(url.pathname.slice('/bucket/'.length)), await buffer(question))
        response.end()
      } else {
        response.end(objects.get(decodeURIComponent(url.pathname.slice('/bucket/'.length))))
      }
    })
    server = started.server
    environment = { STORAGE_ENDPOINT: started.url, GOOGLE_OAUTH_ACCESS_TOKEN: 'token' }
  })
  afterAll(() => {
    server.close()
  })

  test('a pattern is read and the result written', async () => {
    expect(await through('gs', environment, objects)).toEqual(IDS)
  }, 60_000)

  test('a token that has run out is a sentence', async () => {
    const { said } = await bulk(['gs://bucket/p/*.csv', '--out', 'no.csv'], {
      ...environment,
      GOOGLE_OAUTH_ACCESS_TOKEN: 'x',
    })
    expect(said).toContain('gs://bucket/p/*.csv: the server answers 401 (authError)')
  })
})

describe('Azure', () => {
  // List Blobs and Put Blob of its Blob service, with a shared access signature in the query.
  const objects = new Map(Object.entries(OBJECTS).map(([name, content]) => [name, Buffer.from(content)]))
  let server: Server
  let environment: NodeJS.ProcessEnv
  beforeAll(async () => {
    const escaped = (text: string) => text.replaceAll('&', '&amp;')
    const started = await served(async (question, url, response) => {
      const name = decodeURIComponent(url.pathname.slice('/bucket/'.length))
      if (url.searchParams.get('sig') !== 'a+b/c=') {
        response.writeHead(403).end('<Error><Code>AuthenticationFailed</Code></Error>')
      } else if (url.searchParams.get('comp') === 'list') {
        const { names, next } = page(objects.keys(), url, url.searchParams.get('marker'))
        const blobs = names.map((name) => `<Blob><Name>${escaped(name)}</Name></Blob>`).join('')
        const prefixes = '<BlobPrefix><Name>p/d/</Name></BlobPrefix>'
        const marker = next === undefined ? '<NextMarker />' : `<NextMarker>${next}</NextMarker>`
        response.end(`<EnumerationResults><Blobs>${blobs}${prefixes}</Blobs>${marker}</EnumerationResults>`)
      } else if (question.method === 'PUT' && question.headers['x-ms-blob-type'] === 'BlockBlob') {
        objects.set(name, await buffer(question))
        response.writeHead(201).end()
      } else {
        response.end(objects.get(name))
      }
    })
    server = started.server
    const token = 'sv=2021-08-06&sig=a%2Bb%2Fc%3D'
    environment = {
      AZURE_STORAGE_ENDPOINT: started.url,
      AZURE_STORAGE_ACCOUNT: 'account',
      AZURE_STORAGE_SAS_TOKEN: token,
    }
  })
  afterAll(() => {
    server.close()
  })

  test('a pattern is read and the result written', async () => {
    expect(await through('az', environment, objects)).toEqual(IDS)
  }, 60_000)

  test('what the store refuses, and an account that is not named, are sentences', async () => {
    const refused = await bulk(['az://bucket/p/*.csv', '--out', 'no.csv'], {
      ...environment,
      AZURE_STORAGE_SAS_TOKEN: '',
    })
    expect(refused.said).toContain('az://bucket/p/*.csv: the server answers 403 (AuthenticationFailed)')
    const unnamed = await bulk(['az://bucket/p/*.csv', '--out', 'no.csv'], {
      ...environment,
      AZURE_STORAGE_ACCOUNT: '',
    })
    expect(unnamed.said).toContain('set AZURE_STORAGE_ACCOUNT')
  })
})
