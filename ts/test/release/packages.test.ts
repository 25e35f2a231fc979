/**
 * What `scripts/release/pack.ts` packs, installed by npm into an empty folder without a compiler, and asked. `UPDATE_DOCS=1` records the sizes for the
 * documents.
 */
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { circumstances, type Figure, finish } from '../../../benches/results.js'
import type { Finding } from '../../src/doctor/finding.js'
import { nodeRelease } from '../support/node-release.js'
import { ownRegistry } from './own-registry.js'
import { ROOT } from '../support/paths.js'

const MINUTES = 60_000

interface Manifest {
  name: string
  engines?: { node?: string }
}

const folder = mkdtempSync(join(tmpdir(), 'milepost-packages-'))
const consumer = join(folder, 'consumer')

/** Node, npm and the system, no Rust. */
const PATH = [dirname(realpathSync(process.execPath)), '/usr/bin', '/bin'].join(delimiter)
const environment = { ...process.env, PATH, XDG_DATA_HOME: folder, NODE_PATH: '' }

beforeAll(() => {
  // The addon of a checkout serves this machine; the one to ship is another build, which `npm test` makes before.
  const anyGlibc = process.env['MILEPOST_PORTABLE'] === '1' ? [] : ['--any-glibc']
  execFileSync('npx', ['tsx', 'scripts/release/pack.ts', ...anyGlibc, '--out', folder], { cwd: ROOT })
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  expect(tarballs).toHaveLength(5)
  execFileSync('mkdir', [consumer])
  writeFileSync(join(consumer, 'package.json'), '{"name":"consumer","private":true,"type":"module"}')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel', 'error']
  execFileSync('npm', ['install', ...flags, ...tarballs.map((name) => join(folder, name))], {
    cwd: consumer,
    env: environment,
  })
}, 10 * MINUTES)
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

function bytes(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size
  return readdirSync(path).reduce((sum, name) => sum + bytes(join(path, name)), 0)
}

test('no Rust is needed, and none is there', () => {
  expect(() => execFileSync('sh', ['-c', 'command -v cargo rustc'], { env: environment })).toThrow()
})

test('every package carries its licence and what it is made of', () => {
  const packages = [
    'milepost',
    ...readdirSync(join(consumer, 'node_modules/@milepost')).map((name) => `@milepost/${name}`),
  ]
  expect(packages).toHaveLength(5)
  for (const name of packages) {
    const files = readdirSync(join(consumer, 'node_modules', name))
    expect(files, name).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
  }
  for (const name of ['milepost', '@milepost/linux-x64-gnu']) {
    expect(readFileSync(join(consumer, 'node_modules', name, 'THIRD_PARTY.md'), 'utf8')).toContain(
      'ONNX Runtime',
    )
  }
})

test('the types of the library say what a field is, and an install has no TypeBox', () => {
  const declarations = readFileSync(join(consumer, 'node_modules/milepost/dist/wire/geocode.d.ts'), 'utf8')
  expect(declarations).toContain(
    '  /** Radius in metres that holds the true point nine times in ten. */\n  accuracy_m?: number\n',
  )
  expect(declarations).not.toContain('typebox')
  expect(existsSync(join(consumer, 'node_modules/typebox'))).toBe(false)
})

/** Bytes that an install may take, and all of it but the starter data. */
const TOGETHER = 165e6
const BESIDE_STARTER_DATA = 81e6

test('what is installed is small', () => {
  const modules = join(consumer, 'node_modules')
  const own = ['@milepost/starter-data', '@milepost/linux-x64-gnu', '@milepost/weights-en-us', 'milepost']
  const rows = own.map((name): [string, number] => [name, bytes(join(modules, name))])
  const all = bytes(modules)
  rows.push(['dependencies', all - rows.reduce((sum, [, size]) => sum + size, 0)], ['together', all])
  console.log(
    rows.map(([name, size]) => `${name.padEnd(26)} ${(size / 1e6).toFixed(1).padStart(6)} MB`).join('\n'),
  )
  if (process.env['UPDATE_DOCS'] === '1') {
    const figure = ([name, size]: [string, number]): Figure => ({
      name,
      unit: 'MB',
      better: 'lower',
      samples: [size / 1e6],
    })
    finish('install', circumstances(), rows.map(figure), join(ROOT, 'benches/results/install.json'))
  }
  expect(all).toBeLessThan(TOGETHER)
  expect(all - bytes(join(modules, '@milepost/starter-data'))).toBeLessThan(BESIDE_STARTER_DATA)
  // No sources, maps or tests of ours.
  const shipped = readdirSync(join(modules, 'milepost'), { recursive: true }).map(String)
  expect(shipped.filter((name) => /\.map$|\.test\.|^(src|test)\b/.test(name))).toEqual([])
  expect(shipped).toContain('dist/index.d.ts')
})

// The oldest that is supported, and one of the line that is the newest.
test.each(['20.19.0', '24.21.0'])(
  '`npx milepost serve` answers on Node.js %s',
  async (release) => {
    const bin = nodeRelease(release)
    const environmentOf = { ...environment, PATH: [bin, PATH].join(delimiter) }
    const version = execFileSync('node', ['--version'], { env: environmentOf, encoding: 'utf8' }).trim()
    expect(version).toBe(`v${release}`)
    const begun = performance.now()
    const child = spawn('npx', ['milepost', 'serve', '--port', '0', '--host', '127.0.0.1', '--cpus', '1'], {
      cwd: consumer,
      env: environmentOf,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    })
    try {
      let url: string | undefined
      for await (const line of createInterface({ input: child.stderr })) {
        url = /listening on (\S+)/.exec(line)?.[1]
        if (url !== undefined) break
      }
      const health = (await (await fetch(`${String(url)}/health`)).json()) as object
      expect(health).toMatchObject({ status: 'ok', model: { locale: 'en-US' } })
      const response = await fetch(`${String(url)}/v1/geocode`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ address: '38660 Le Touvet' }),
      })
      expect(await response.json()).toMatchObject({ locality: 'Le Touvet', resolution_tier: 'admin' })
      console.log(
        `${version.trim()}: answered ${((performance.now() - begun) / 1000).toFixed(2)} s after launch`,
      )
      expect((await fetch(`${String(url)}/docs`)).status).toBe(200)
    } finally {
      const ended = once(child, 'exit')
      // npx passes no signals on; the group has the server in it.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await ended
    }
  },
  5 * MINUTES,
)

test('telemetry is not installed, and `--otel` says what to install', () => {
  const modules = readdirSync(join(consumer, 'node_modules/@opentelemetry'))
  // prom-client brings the interface without the SDK.
  expect(modules).toEqual(['api'])
  const command = join(consumer, 'node_modules/milepost/bin/milepost.js')
  const { status, stderr } = spawnSync('node', [command, 'serve', '--otel', '--cpus', '1'], {
    cwd: consumer,
    env: environment,
    encoding: 'utf8',
  })
  expect(stderr).toMatch(
    /^milepost: --otel needs packages that are not installed: npm install( @opentelemetry\/[\w-]+@\d[\d.]+)+\n$/,
  )
  expect(status).toBe(1)
})

test('no package asks for a newer Node.js than the one that runs the tests', () => {
  // npm says so on standard error, and refuses with `engine-strict`.
  const said = execFileSync('npm', ['ls', '--all', '--parseable'], {
    cwd: consumer,
    env: environment,
    encoding: 'utf8',
  })
  const asking = said
    .trim()
    .split('\n')
    .slice(1)
    .map((path) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest)
    .filter(({ engines }) => /^>= ?(2[2-9]|20\.[2-9]\d)/.test(engines?.node ?? ''))
  expect(asking.map(({ name, engines }) => `${name} ${String(engines?.node)}`)).toEqual([])
})

test(
  'the library is typed',
  () => {
    writeFileSync(
      join(consumer, 'consumer.ts'),
      `import { annotate, createEngine, type Annotations, type Engine } from 'milepost'
const engine: Engine = createEngine({ locale: 'fr-FR' })
const parse = await engine.parseAsync?.('10 Rue de la Paix, 75002 Paris', { signal: AbortSignal.timeout(60_000) })
const { DMS }: Annotations = annotate(48.85, 2.35, { countryCode: 'FR', lookups: engine.lookups })
console.log(parse?.components.length, DMS?.lat)
// @ts-expect-error an input mode that there is not
export const refused = () => engine.parse?.('', { inputMode: 'other' })
`,
    )
    const flags = [
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--strict',
      '--types',
      'node',
      '--skipLibCheck',
    ]
    const types = ['--typeRoots', join(ROOT, 'node_modules/@types')]
    execFileSync(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), ...flags, ...types, 'consumer.ts'],
      {
        cwd: consumer,
      },
    )
    const said = execFileSync(process.execPath, ['consumer.js'], {
      cwd: consumer,
      env: environment,
      encoding: 'utf8',
    })
    expect(said).toBe('5 48° 51′ 0.00″ N\n')
  },
  2 * MINUTES,
)

test.each([
  ['node16', 'commonjs'],
  ['nodenext', 'commonjs'],
  ['node16', 'module'],
])(
  'its types hold under %s in a %s without those of Node.js, its own declarations checked too',
  (module, type) => {
    const project = join(folder, `typed-${module}-${type}`)
    mkdirSync(project)
    symlinkSync(join(consumer, 'node_modules'), join(project, 'node_modules'))
    writeFileSync(join(project, 'package.json'), JSON.stringify({ type }))
    const compilerOptions = {
      module,
      target: 'es2022',
      lib: ['es2022'],
      strict: true,
      skipLibCheck: false,
      types: [],
      outDir: 'out',
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
    writeFileSync(
      join(project, 'consumer.ts'),
      `import { createEngine, parse, type Engine } from 'milepost'
const engine: Engine = createEngine()
export const length: number = parse('Reno NV').components.length
export const later = engine.parseAsync?.('Reno NV')
// @ts-expect-error a text is not a number
export const wrong: number = parse('Reno NV').input
`,
    )
    const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project]
    const { stdout, status } = spawnSync(process.execPath, tsc, { encoding: 'utf8' })
    expect(stdout).toBe('')
    expect(status).toBe(0)
    const load = type === 'commonjs' ? 'require' : 'await import'
    const said = execFileSync(
      process.execPath,
      ['--input-type', type, '-e', `console.log((${load}('./out/consumer.js')).length)`],
      { cwd: project, env: environment, encoding: 'utf8' },
    )
    expect(said).toBe('2\n')
  },
  6 * MINUTES,
)

/** Runs a command of a shell in a folder, beside which servers of this process can answer. */
function run(command: string, cwd: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...environment, npm_config_audit: 'false', npm_config_fund: 'false', ...more }
  return promisify(execFile)('sh', ['-c', command], { cwd, env, maxBuffer: 1e8 }).then(
    ({ stdout }) => stdout,
    (error: unknown) => {
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      // What doctor finds is on standard output, with exit code 1.
      return `${stdout}\n${stderr}`
    },
  )
}

test(
  'what `milepost doctor` says of packages is run as it says: missing and damaged ones are there again',
  async () => {
    const repaired = join(folder, 'repaired')
    cpSync(consumer, repaired, { recursive: true, verbatimSymlinks: true })
    const registry = await ownRegistry(folder)
    const finding = async (part: string, ...flags: string[]) => {
      const said = await run(
        `node node_modules/milepost/bin/milepost.js doctor --json ${flags.join(' ')}`,
        repaired,
      )
      const { findings } = JSON.parse(said.split('\n')[0] ?? '') as { findings: Finding[] }
      return findings.find((one) => one.part === part)
    }
    const modules = join(repaired, 'node_modules/@milepost')
    const damage = (path: string) => {
      writeFileSync(join(modules, path), 'damaged')
    }
    const remove = (name: string) => {
      rmSync(join(modules, name), { recursive: true })
    }
    try {
      for (const [spoil, part, fix, ...flags] of [
        [
          () => {
            remove('weights-en-us')
          },
          'weights',
          /^npm install @milepost\/weights-en-us$/,
        ],
        [
          () => {
            damage('weights-en-us/model-card.json')
          },
          'weights',
          /^rm -r \S+ && npm install @milepost\/weights-en-us$/,
        ],
        [
          () => {
            damage('starter-data/db/wof/candidate.db')
          },
          'gazetteer',
          /^rm -r \S+ && npm install @milepost\/starter-data$/,
        ],
        [
          () => {
            damage('starter-data/db/wof/candidate.prefix')
          },
          'completion index',
          /^rm -r \S+ && npm install @milepost\/starter-data$/,
        ],
        [
          () => {
            remove('linux-x64-gnu')
          },
          'core',
          /^npm install milepost --include=optional$/,
        ],
      ] as const) {
        spoil()
        const before = await finding(part, ...flags)
        expect(before).toMatchObject({
          state: expect.not.stringMatching(/^ok$/),
          fix: expect.stringMatching(fix),
        })
        const said = await run(before?.fix ?? '', repaired, { npm_config_registry: registry.url })
        const after = await finding(part, ...flags)
        expect({ fix: before?.fix, said: after?.state === 'ok' ? '' : said, state: after?.state }).toEqual({
          fix: before?.fix,
          said: '',
          state: 'ok',
        })
      }
    } finally {
      registry.close()
      rmSync(repaired, { recursive: true })
    }
  },
  10 * MINUTES,
)

test(
  '`build candidate --packages` says in an install what to fetch, and builds the places of the world of it',
  async () => {
    const command = `node ${join(consumer, 'node_modules/milepost/bin/milepost.js')} build candidate`
    const refused = await run(`${command} --packages node_modules --out none.db`, consumer)
    const install = /run `(npm install [^`]+)` in a folder/.exec(refused)?.[1] ?? refused
    const sources = join(folder, 'sources')
    mkdirSync(sources)
    writeFileSync(join(sources, 'package.json'), '{"private":true}')
    await run(install, sources, { npm_config_ignore_scripts: 'true', npm_config_prefer_offline: 'true' })
    const out = join(sources, 'candidate.db')
    const said = await run(`${command} --packages node_modules --out ${out}`, sources)
    expect({ said: existsSync(out) ? '' : said }).toEqual({ said: '' })
    const asked = `node ${join(consumer, 'node_modules/milepost/bin/milepost.js')} geocode --json 'Reno, NV'`
    const found = await run(asked, consumer, { SERVICE_CANDIDATE_DB: out })
    expect(JSON.parse(found.split('\n')[0] ?? '')).toMatchObject({
      locality: 'Reno',
      resolution_tier: 'admin',
    })
  },
  10 * MINUTES,
)
