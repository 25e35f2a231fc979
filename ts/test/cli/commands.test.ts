/** The command as people run it: real processes, real pipes, real signals. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

import { describe, expect, test } from 'vitest'

import { openerOf } from '../../src/cli/try.js'
import { COMMAND, ROOT } from '../support/paths.js'

function milepost(parameters: string[], environment: NodeJS.ProcessEnv = {}) {
  return spawn(process.execPath, [COMMAND, ...parameters], { env: { ...process.env, ...environment } })
}

async function run(parameters: string[], input = '', environment: NodeJS.ProcessEnv = {}) {
  const child = milepost(parameters, environment)
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { out, err, code: code as number }
}

describe('parse and geocode', () => {
  test('in a pipe the body of /v1/parse', async () => {
    const { out, code } = await run(['parse', 'PO Box 42, Reno NV 89501'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ components: [{ tag: 'po_box', value: 'PO Box 42' }, {}, {}, {}] })
  })

  test('one JSON a line, in order, blank lines answered too', async () => {
    const lines = Array.from({ length: 1500 }, (_, index) =>
      index % 7 === 3 ? '' : `${String(index + 1)} Main St, Reno NV`,
    )
    const { out, code } = await run(['geocode', '-'], lines.join('\n'))
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { input: string; error?: string })
    expect(code).toBe(0)
    expect(answers.map(({ input }) => input)).toEqual(lines)
    expect(answers.filter(({ error }) => error === 'address is required')).toHaveLength(
      lines.filter((line) => line === '').length,
    )
  })

  test('reverse writes the body of /v1/reverse', async () => {
    const { out, code } = await run(['reverse', '45.3586', '5.9531', '--language', 'de', '--formatted'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      lat: 45.3586,
      house: null,
      places: [{ name: 'Le Touvet' }, {}, {}, { name: 'Frankreich' }],
      formatted: 'Le Touvet, Isère, Frankreich',
    })
    // A minus does not start a flag.
    const sea = await run(['reverse', '-40', '-120'])
    expect(JSON.parse(sea.out)).toMatchObject({ house: null, places: [] })
    for (const point of [['91', '0'], ['0', 'x'], ['0']]) {
      expect((await run(['reverse', ...point])).code, point.join(' ')).toBe(2)
    }
  })

  test('a reader that leaves early does not fail the command', async () => {
    const child = milepost(['parse', '-'])
    child.stdin.on('error', () => undefined)
    child.stdin.end('1 Main St, Reno NV\n'.repeat(20_000))
    child.stdout.once('data', () => child.stdout.destroy())
    const [code] = await once(child, 'close')
    expect(code).toBe(0)
  })

  test('--country, --near, --bounds and --limit say what the text does not', async () => {
    const geocode = async (...flags: string[]) => {
      const { out } = await run(['geocode', 'Springfield', ...flags])
      return JSON.parse(out) as { hierarchy: { name: string }[]; candidates: unknown[] }
    }
    const near = await geocode('--near', '41.88,-87.63', '--country', 'us,ca', '--limit', '2')
    expect(near.hierarchy.map(({ name }) => name)).toContain('Illinois')
    expect(near.candidates).toHaveLength(2)
    const boxed = await geocode('--bounds', '42,-124.6,46.3,-116.4')
    expect(boxed.hierarchy.map(({ name }) => name)).toContain('Oregon')
    for (const flags of [
      ['--country', 'USA'],
      ['--near', '91,0'],
      ['--near', '1'],
      ['--near', ',5'],
      ['--bounds', '2,0,1,1'],
      ['--limit', '0'],
    ]) {
      expect((await run(['geocode', 'Springfield', ...flags])).code, flags.join(' ')).toBe(2)
    }
  })

  test('exit codes: 1 when it cannot be done, 2 when the command line is wrong', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'milepost-empty-'))
    const off = 'milepost: geocoding is off: no candidate gazetteer was found'
    const nowhere = join(empty, 'nowhere')
    for (const [environment, why] of [
      [{ SERVICE_DATA_ROOT: empty }, `SERVICE_DATA_ROOT is ${empty}, which has no data`],
      [{ SERVICE_DATA_ROOT: nowhere }, `SERVICE_DATA_ROOT is ${nowhere}, which does not exist`],
      [{ SERVICE_CANDIDATE_DB: nowhere }, `SERVICE_CANDIDATE_DB is ${nowhere}, which does not exist`],
    ] as const) {
      const answer = await run(['geocode', 'Paris'], '', environment)
      expect(answer).toMatchObject({ code: 1, err: `${off}: ${why}\n` })
    }
    expect(await run(['parse', ' '])).toMatchObject({ code: 1, err: 'milepost: address is required\n' })
    expect((await run(['parse', 'a', '--input-mode', 'loose'])).code).toBe(2)
    expect((await run(['parse', 'a', '--country', 'USA'])).code).toBe(2)
    expect((await run(['serve', '--port', 'abc'])).code).toBe(2)
    expect((await run(['frobnicate'])).code).toBe(2)
  })

  test('SERVICE_BATCH_MAX that makes no sense is one line', async () => {
    const { err, code } = await run(['serve', '--port', '0'], '', { SERVICE_BATCH_MAX: 'many' })
    expect({ err, code }).toEqual({
      err: 'milepost: SERVICE_BATCH_MAX must be a whole number of at least 1, not `many`\n',
      code: 1,
    })
  })
})

describe('expand, format, and parse in the labels of libpostal', () => {
  const lines = (out: string) =>
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)

  test('parse --format libpostal gives the body of /parse', async () => {
    const { out, code } = await run(['parse', '--format', 'libpostal', '30 Rue de Rivoli, 75004 Paris'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual([
      { label: 'house_number', value: '30' },
      { label: 'road', value: 'Rue de Rivoli' },
      { label: 'postcode', value: '75004' },
      { label: 'city', value: 'Paris' },
    ])
    const many = await run(['parse', '--format', 'libpostal', '-'], 'Reno NV\n\n')
    expect(lines(many.out)).toEqual([
      [
        { label: 'city', value: 'Reno' },
        { label: 'state', value: 'NV' },
      ],
      { input: '', error: 'address is required' },
    ])
    expect((await run(['parse', '--format', 'xml', 'Reno'])).code).toBe(2)
  })

  test('expand gives the body of /expand, for a text or line by line', async () => {
    const one = await run(['expand', '12 Elm  St'])
    expect({ code: one.code, body: JSON.parse(one.out) }).toEqual({
      code: 0,
      body: { expansions: ['12 Elm  St', '12 Elm St', '12 Elm Street'] },
    })
    const many = await run(['expand', '-'], 'St Louis\n \nReno')
    expect(lines(many.out)).toEqual([
      { expansions: ['St Louis', 'Saint Louis'] },
      { input: ' ', error: 'address is required' },
      { expansions: ['Reno'] },
    ])
    expect(await run(['expand', ' '])).toMatchObject({ code: 1, err: 'milepost: address is required\n' })
  })

  test('format takes components or a body of /v1/format, from argument, input or line by line', async () => {
    const components = { house_number: '10', street: 'Elm St', locality: 'Reno', region: 'Nevada' }
    const answer = { formatted: '10 Elm St, Reno, NV', canonicalKey: 'mp2|10|elm street|reno|nevada|us' }
    const body = JSON.stringify({ components, country: 'US', options: { separator: ', ' } })
    const flags = ['--country', 'US', '--separator', ', ']
    expect(lines((await run(['format', body])).out)).toEqual([answer])
    expect(lines((await run(['format', ...flags, JSON.stringify(components)])).out)).toEqual([answer])
    expect(lines((await run(['format', ...flags], JSON.stringify(components, null, 2))).out)).toEqual([
      answer,
    ])
    const many = await run(
      ['format', '-'],
      [body, '{', '{"street":"Elm St"}', '{"components":{"street":1}}'].join('\n'),
    )
    expect(lines(many.out)).toEqual([
      answer,
      { input: '{', error: 'the components are not valid JSON' },
      { input: '{"street":"Elm St"}', error: 'country is required: name it with --country' },
      { input: '{"components":{"street":1}}', error: 'a component must be a string or an array of strings' },
    ])
    expect(await run(['format', '[]'])).toMatchObject({
      code: 1,
      err: 'milepost: the components must be a JSON object\n',
    })
  })
})

describe('build', () => {
  test("writes a database, and its summary is the builder's", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'milepost-build-'))
    const table = join(folder, 'points.csv')
    writeFileSync(table, 'number,street,lat,lon\n12,Elm St,39.5,-76.5\n14,Elm St,north,-76.5\n')
    const out = join(folder, 'out.db')
    const { err, code } = await run(['build', 'points', table, '--out', out])
    expect(code).toBe(3)
    expect(err).toContain('points.csv:3: latitude `north`')
    expect(err).toContain(`${out}: 1 rows`)
    expect(readFileSync(out).subarray(0, 15).toString()).toBe('SQLite format 3')
  })

  test('passes on the exit code and the help of the builder', async () => {
    const missing = await run(['build', 'points', '/nowhere.csv', '--out', '/nowhere.db'])
    expect(missing).toMatchObject({
      code: 1,
      err: expect.stringContaining('milepost build: cannot read /nowhere.csv'),
    })
    expect(await run(['build', 'castles'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('castles'),
    })
    const { out, code } = await run(['build', '--help'])
    expect(code).toBe(0)
    expect(out).toContain('Usage: milepost build')
    for (const kind of ['candidate', 'admin', 'points', 'ranges', 'streets', 'polygons', 'lookup'])
      expect(out).toContain(`  ${kind}`)
    expect((await run(['build', 'points', '--help'])).out).toContain('--columns')
  })
})

describe('openapi', () => {
  test('3.0 has no null types, and --out writes one line into a new folder', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'milepost-openapi-')), 'new/openapi.json')
    expect((await run(['openapi', '--flavor', '3.0', '--out', file])).code).toBe(0)
    const written = readFileSync(file, 'utf8')
    expect(written.indexOf('\n')).toBe(written.length - 1)
    expect(JSON.parse(written)).toMatchObject({ openapi: '3.0.3' })
    expect(written).not.toContain('"type":"null"')
    expect((await run(['openapi', '--flavor', '2'])).code).toBe(1)
  })
})

async function listening(child: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of child.stderr ?? []) {
    said += String(chunk)
    const [, url] = /listening on (\S+)/.exec(said) ?? []
    if (url !== undefined) return url
  }
  throw new Error(`it ended without listening: ${said}`)
}

describe('serve', () => {
  test('outlives the reader of its messages', async () => {
    const child = milepost(['serve', '--port', '0', '--host', '127.0.0.1'])
    // Leaving the loop of `listening` destroys the pipe, so the next message meets a closed one.
    const url = await listening(child)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
  })

  test('stays up without a gazetteer, answers, and ends with 0 on SIGTERM', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'milepost-empty-'))
    const child = milepost(['serve', '--port', '0', '--host', '127.0.0.1'], { SERVICE_DATA_ROOT: empty })
    const url = await listening(child)
    expect((await fetch(`${url}/v1/parse?address=Reno`)).status).toBe(200)
    const geocode = await fetch(`${url}/v1/geocode`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"address":"Reno"}',
    })
    expect(geocode.status).toBe(503)
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
  })
})

describe('lines of standard input', () => {
  test('a coprocess gets its answer before it asks on', async () => {
    const child = milepost(['geocode', '-'])
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    for (const [address, locality] of [
      ['Reno NV', 'Reno'],
      ['38660 Le Touvet', 'Le Touvet'],
    ] as const) {
      child.stdin.write(`${address}\n`)
      const { value } = await answers.next()
      expect(JSON.parse(String(value))).toMatchObject({ input: address, locality })
    }
    child.stdin.end()
    const [code] = (await once(child, 'close')) as [number]
    expect(code).toBe(0)
  })

  test('invalid UTF-8 is reported once and read as Windows-1252', async () => {
    const input = Buffer.from('Reno NV\r\n12 rue de l\x92\xe9glise, Lyon\n\x80 1 Bron', 'latin1')
    const child = milepost(['parse', '-'])
    child.stdin.end(input)
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    const inputs = out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { input: string }).input)
    expect(inputs).toEqual(['Reno NV', '12 rue de l’église, Lyon', '€ 1 Bron'])
    expect(err).toBe(
      'milepost: line 2 is not UTF-8; it and others that are not are read as Windows-1252. `iconv` turns other encodings into UTF-8\n',
    )
  })

  test('the header of a table is reported, and answered like any line', async () => {
    const { out, err, code } = await run(
      ['geocode', '-'],
      '\ufeffid;Straße;PLZ;Ort\n1;Markt 1;04109;Leipzig\n',
    )
    expect(code).toBe(0)
    expect(out.trimEnd().split('\n')).toHaveLength(2)
    expect(JSON.parse(out.split('\n', 1)[0] ?? '')).toMatchObject({ input: 'id;Straße;PLZ;Ort' })
    expect(err).toContain('`milepost bulk FILE` reads tables by their columns')
    const address = await run(['parse', '-'], '350 5th Ave, New York, NY\nParis, France\n')
    expect(address.err).toBe('')
  })
})

describe('try', () => {
  test('serves the page on this machine alone, and prints where', async () => {
    const child = milepost(['try', '--no-open'])
    const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
    const url = String(value)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    const page = await fetch(url)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    child.kill('SIGTERM')
    const [code] = (await once(child, 'close')) as [number]
    expect(code).toBe(0)
  })

  test('--bulk: the page may send longer tables, to a route that is there', async () => {
    const child = milepost(['try', '--no-open', '--bulk'])
    const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
    const url = String(value)
    expect(await (await fetch(url)).text()).toContain('data-bulk')
    const answer = await fetch(`${url}v1/bulk?address=address&fields=lat`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: '{"address":"Reno NV"}\n',
    })
    expect(await answer.json()).toMatchObject({ address: 'Reno NV', geo_lat: expect.closeTo(39.53, 1) })
    child.kill('SIGTERM')
    const [code] = (await once(child, 'close')) as [number]
    expect(code).toBe(0)
  })

  test('a browser is opened where there is a desktop', () => {
    expect(openerOf('linux', { DISPLAY: ':0' })).toBe('xdg-open')
    expect(openerOf('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe('xdg-open')
    expect(openerOf('linux', { DISPLAY: '' })).toBeUndefined()
    expect(openerOf('darwin', {})).toBe('open')
  })

  test('tiles without a valid address are refused in a line', async () => {
    const { err, code } = await run(['try', '--no-open', '--tiles', 'https://tiles.example/{z}/{x}.png'])
    expect(err).toBe('milepost: --tiles `https://tiles.example/{z}/{x}.png` lacks {y}\n')
    expect(code).toBe(1)
  })
})

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a server that npx started ends when npx gets %s',
  async (signal) => {
    const flags = ['milepost', 'serve', '--port', '0', '--host', '127.0.0.1', '--cpus', '1']
    const npx = spawn('npx', flags, {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const lines = createInterface({ input: npx.stderr })
    let url: string | undefined
    for await (const line of lines) {
      url = /listening on (\S+)/.exec(line)?.[1]
      if (url !== undefined) break
    }
    expect((await fetch(`${String(url)}/health`)).status).toBe(200)
    const ended = once(npx.stderr, 'close')
    npx.stderr.resume()
    npx.kill(signal)
    // The server holds the other end of the pipe for as long as it lives.
    await ended
    await expect(fetch(`${String(url)}/health`)).rejects.toThrow('fetch failed')
  },
  60_000,
)
