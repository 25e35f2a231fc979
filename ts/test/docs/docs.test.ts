/**
 * Every command of README.md and docs/*.md is run by bash against servers on free ports, and prints what its page says.
 * `UPDATE_DOCS=1 npx vitest run ts/test/docs` writes what is printed into the pages.
 */
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { plain } from '../../../scripts/as-javascript.js'
import { putRelease, RELEASE, WOF, wof } from '../data/divisions.js'
import { ban, ISERE } from '../data/miniatures.js'
import { extract, geofabrik } from '../data/openstreetmap.js'
import { Publisher } from '../data/publisher.js'
import { curl, orSkip } from '../support/needs.js'
import { NOT_RUN } from './not-run.js'
import { type ShellLine, shellLines } from './shell-blocks.js'
import { COMMAND, ROOT } from '../support/paths.js'

const STARTER = join(ROOT, 'npm/starter-data/db/wof/candidate.db')

const PAGES = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)]
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }))

/** Pages for who works on the program; they hold no commands to run. */
const INSIDE = ['ARCHITECTURE.md', 'CONTRIBUTING.md'].map((name) => ({
  name,
  text: readFileSync(join(ROOT, name), 'utf8'),
}))

/** The surfaces: what the pages call their server, and its command. */
const SURFACES = [
  ['localhost:3000', ['serve']],
  ['localhost:8080', ['search', 'serve']],
  ['localhost:2322', ['typeahead', 'serve']],
  ['localhost:4000', ['pelias', 'serve']],
  ['localhost:8081', ['parser', 'serve']],
] as const

/** What stands in the pages, to what it is here. */
const substitutions = new Map<string, string>()
const folder = mkdtempSync(join(tmpdir(), 'milepost-docs-'))
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${folder}/bin:${process.env['PATH'] ?? ''}`,
  XDG_DATA_HOME: join(folder, 'home'),
}
const servers: ChildProcessByStdio<null, null, Readable>[] = []
let source: Server
let publisher: Publisher

beforeAll(async () => {
  mkdirSync(join(folder, 'bin'))
  for (const [name, program] of [
    ['milepost', COMMAND],
    ['jq', plain(join(ROOT, 'scripts/test/jq.ts'))],
  ] as const) {
    const shim = join(folder, 'bin', name)
    writeFileSync(shim, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)
    chmodSync(shim, 0o755)
  }
  await Promise.all(SURFACES.map(([host, command]) => serve(host, command)))
  await serveData()
  await servePublishers()
}, 240_000)

afterAll(async () => {
  await Promise.all(
    servers.map(async (server) => {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }),
  )
  source.close()
  publisher.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a surface on a free port. */
async function serve(host: string, command: readonly string[]): Promise<void> {
  const flags = ['--port', '0', '--host', '127.0.0.1', '--cpus', '1']
  const server = spawn(process.execPath, [COMMAND, ...command, ...flags], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  servers.push(server)
  for await (const line of createInterface({ input: server.stderr })) {
    const url = /listening on http:\/\/(\S+)/.exec(line)?.[1]
    if (url === undefined) continue
    substitutions.set(host, url)
    return
  }
  throw new Error(`milepost ${command.join(' ')} did not start`)
}

/** A source of data with the starter gazetteer in it. */
async function serveData(): Promise<void> {
  const content = readFileSync(STARTER)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const file = { from: 'candidate.db', to: 'db/wof/candidate.db', size: content.length, sha256 }
  const manifest = JSON.stringify({ bundles: { candidate: { files: [file] } } })
  source = createServer((request, response) => {
    response.end(request.url === '/manifest.json' ? manifest : content)
  }).listen(0, '127.0.0.1')
  await once(source, 'listening')
  const { port } = source.address() as AddressInfo
  substitutions.set('https://data.example.org/milepost', `http://127.0.0.1:${String(port)}`)
}

/** A département of three houses, and the places and an extract of a small country, in the place of all publishers. */
async function servePublishers(): Promise<void> {
  publisher = await Publisher.start()
  publisher.put('https://adresse.data.gouv.fr/data/ban/adresses/latest/csv/adresses-38.csv.gz', ban(ISERE))
  putRelease(publisher, RELEASE)
  publisher.put(WOF, wof())
  publisher.putAll(geofabrik({ liechtenstein: ['LI'] }, { liechtenstein: extract() }))
  for (const command of ['add', 'update']) {
    substitutions.set(`milepost data ${command}`, `milepost data ${command} --mirror ${publisher.url}`)
  }
}

/** Runs the commands of a page in one folder; `export` holds for those that follow. Returns what each printed. */
async function runPage(name: string, lines: ShellLine[]): Promise<string[][]> {
  const cwd = join(folder, name.replace('/', '-'))
  mkdirSync(cwd)
  const exported: string[] = []
  const printed: string[][] = []
  for (const { command } of lines) {
    let text = command
    for (const [from, to] of substitutions) text = text.replaceAll(from, to)
    const script = ['set -u', ...exported, text].join('\n')
    const { stdout, code, stderr } = await bash(script, cwd)
    if (command.startsWith('export ')) exported.push(text)
    expect({ command, code, stderr: code === 0 ? '' : stderr }).toEqual({ command, code: 0, stderr: '' })
    printed.push(stdout.split('\n').filter(Boolean))
  }
  return printed
}

function bash(script: string, cwd: string) {
  return promisify(execFile)('bash', ['-c', script], { cwd, env: environment, timeout: 150_000 }).then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    (error: unknown) => error as { stdout: string; stderr: string; code: number },
  )
}

describe('the commands of', () => {
  const pages = PAGES.map(({ name, text }) => ({ name, text, lines: shellLines(text) }))

  test.for(pages.filter(({ lines }) => lines.some(({ command }) => !NOT_RUN.has(command))))(
    '$name',
    { timeout: 600_000 },
    async ({ name, text, lines }, context) => {
      const run = lines.filter(({ command }) => !NOT_RUN.has(command))
      if (run.some(({ command }) => /\bcurl\b/.test(command))) orSkip(curl(), context)
      const printed = await runPage(name, run)
      if (process.env['UPDATE_DOCS'] === '1') update(name, text, run, printed)
      else {
        run.forEach(({ command, says }, index) => {
          if (says !== undefined) expect({ command, says: printed[index] }).toEqual({ command, says })
        })
      }
    },
  )

  test('that are not run are on a page', () => {
    const commands = new Set(pages.flatMap(({ lines }) => lines.map(({ command }) => command)))
    expect([...NOT_RUN.keys()].filter((command) => !commands.has(command))).toEqual([])
  })
})

function update(name: string, text: string, run: ShellLine[], printed: string[][]): void {
  const lines = text.split('\n')
  for (const [index, { says, from, to }] of [...run.entries()].reverse()) {
    if (says !== undefined) lines.splice(from, to - from, ...(printed[index] ?? []))
  }
  writeFileSync(join(ROOT, name), lines.join('\n'))
}

test('links between pages lead somewhere', () => {
  const broken = [...PAGES, ...INSIDE].flatMap(({ name, text }) =>
    [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(ROOT, name, '..', target)))
      .map((target) => `${name}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('every page is linked once from the README, and every marker explained', () => {
  const readme = PAGES.find(({ name }) => name === 'README.md')?.text ?? ''
  const pages = PAGES.map(({ name }) => name).filter((name) => name !== 'README.md')
  expect(pages.filter((name) => readme.split(`](${name})`).length !== 2)).toEqual([])

  const source = readFileSync(join(ROOT, 'crates/geocoder/src/finding.rs'), 'utf8')
  const [, variants = ''] = /enum Finding \{([\s\S]*?)\n\}\n/.exec(source) ?? []
  const [, codes = ''] = /fn code\(([\s\S]*?)\n {4}\}\n/.exec(source) ?? []
  // The code of a finding is the name of its variant, unless `fn code` gives it another.
  const own = [...variants.matchAll(/^ {4}([A-Z]\w+)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !codes.includes(`Finding::${name} `) && !codes.includes(`Finding::${name}\n`))
  const inSmallLetters = (name: string): string => name.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase()
  const known = [
    ...own.map(inSmallLetters),
    ...[...codes.matchAll(/"([a-z_]+)"/g)].map(([, code = '']) => code),
  ]
  expect(known.length).toBeGreaterThan(20)
  const explained = PAGES.find(({ name }) => name === 'docs/geocoder.md')?.text ?? ''
  expect([...known, 'declared_ambiguity'].filter((code) => !explained.includes(`| \`${code}\` |`))).toEqual(
    [],
  )
})
