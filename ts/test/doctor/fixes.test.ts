/** Every command that `milepost doctor` suggests is run here as a shell reads it, and the part works after it. Those of npm: packages.test.ts. */
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { locateData } from '../../src/engine/data-root.js'
import type { Finding } from '../../src/doctor/finding.js'
import { CASES, world } from '../data/cases.js'
import { build, type Ended, milepost } from '../data/command.js'
import { ownGazetteer, releaseOfDivisions, RELEASE, WOF, wof } from '../data/divisions.js'
import { ban, ISERE } from '../data/miniatures.js'
import { Publisher } from '../data/publisher.js'
import { COMMAND } from '../support/paths.js'

const ENOUGH = { timeout: 300_000 }

let publisher: Publisher
/** A folder whose name needs quoting in a shell. */
let root: string
let bin: string

beforeAll(async () => {
  publisher = await Publisher.start()
  publisher.putAll({ ...world(), ...releaseOfDivisions(RELEASE), [WOF]: wof() })
  const county = CASES.find(({ source }) => source === 'tiger')
  publisher.putAll(county?.files ?? {})
  publisher.put('https://adresse.data.gouv.fr/data/ban/adresses/latest/csv/adresses-38.csv.gz', ban(ISERE))
  bin = mkdtempSync(join(tmpdir(), 'milepost-bin-'))
  const command = join(bin, 'milepost')
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${COMMAND}' "$@"\n`)
  chmodSync(command, 0o755)
})
afterAll(() => {
  publisher.stop()
})
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "milepost doctor's-"))
})

/** What the doctor says of a part. */
async function finding(
  part: string,
  environment: NodeJS.ProcessEnv = {},
  ...flags: string[]
): Promise<Finding> {
  const { stdout } = await milepost(['doctor', '--json', ...flags], {
    SERVICE_DATA_ROOT: root,
    ...environment,
  })
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  const found = findings.find((one) => one.part === part)
  if (found === undefined) throw new Error(`nothing of ${part} in ${stdout}`)
  return found
}

/** Runs a command of the doctor, with what its placeholders stand for and a mirror of the publishers. */
function run(fix: string | undefined, filled: Record<string, string> = {}): Promise<Ended> {
  let command = fix ?? ''
  for (const [name, value] of Object.entries(filled)) command = command.replaceAll(name, () => value)
  command = command.replaceAll(' data add ', ` data add --mirror ${publisher.url} `)
  const env = { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter), ...filled }
  return promisify(execFile)('sh', ['-c', command], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as Ended,
  )
}

/** The part is wrong, its command runs, and then it is right. */
async function mends(
  part: string,
  state: Finding['state'],
  fix: RegExp,
  filled: Record<string, string> = {},
  environment: NodeJS.ProcessEnv = {},
): Promise<void> {
  const before = await finding(part, environment)
  expect(before).toMatchObject({ state, fix: expect.stringMatching(fix) })
  const { code, stderr } = await run(before.fix, filled)
  expect({ fix: before.fix, code, stderr: code === 0 ? '' : stderr }).toMatchObject({ code: 0, stderr: '' })
  expect(await finding(part, environment)).toMatchObject({ state: 'ok' })
}

const at = (path: string) => join(root, path)

function put(path: string, content: string): string {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), content)
  return `'${at(path).replaceAll("'", "'\\''")}'`
}

/** Puts an invalid file in the place of a database. */
const spoil = (path: string) => put(path, 'no database at all')

const PLACE =
  '9000001\tEigenstadt\tEigenstadt\t\t47.2\t9.5\tP\tPPL\tLI\t\t01\t\t\t\t500\t\t400\tEurope/Vaduz\t2026-01-01\n'
const SQUARE = {
  type: 'Polygon',
  coordinates: [
    [
      [9, 47],
      [10, 47],
      [10, 48],
      [9, 48],
      [9, 47],
    ],
  ],
}
const feature = (properties: object) =>
  JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry: SQUARE }] })

describe('the gazetteer', ENOUGH, () => {
  test('that is missing is added from its publisher', async () => {
    await mends('gazetteer', 'broken', /^milepost data add world-places --data-root '/)
  })

  test('that is missing is pulled where a source is configured', async () => {
    put('made/places.txt', PLACE)
    build('candidate', at('made/places.txt'), '--out', at('built/db/wof/candidate.db'))
    await milepost(['data', 'publish', at('built'), '--out', at('published')])
    await served(at('published'), async (url) => {
      const source = { SERVICE_DATA_URL: url, SERVICE_DATA_ROOT: at('fleet') }
      await mends(
        'gazetteer',
        'broken',
        /^milepost data pull candidate --data-root '/,
        { SERVICE_DATA_URL: url },
        source,
      )
      // One that was damaged since is pulled again, also where the source is to be named.
      writeFileSync(at('fleet/db/wof/candidate.db'), 'no database at all')
      const named = { SERVICE_DATA_URL: '', SERVICE_DATA_ROOT: at('fleet') }
      const fix =
        /^milepost data pull candidate --from URL --force --only db\/wof\/candidate\.db --data-root '/
      await mends('gazetteer', 'broken', fix, { URL: url }, named)
      rmSync(at('fleet/db/wof/candidate.prefix'))
      await mends(
        'completion index',
        'absent',
        /^milepost data pull .* --only db\/wof\/candidate\.prefix /,
        { URL: url },
        named,
      )
    })
  })

  test('that you have built is built again, and its index too', async () => {
    const SOURCE = { 'SOURCE...': put('places.txt', PLACE) }
    spoil('db/wof/candidate.db')
    await mends('gazetteer', 'broken', /^milepost build candidate SOURCE\.\.\. --out '/, SOURCE)
    rmSync(at('db/wof/candidate.prefix'))
    await mends('completion index', 'absent', /^milepost build prefix '/)
    // One that a variable names is built where it is looked for.
    const named = { SERVICE_CANDIDATE_DB: at('elsewhere.db') }
    await mends(
      'gazetteer',
      'broken',
      /^milepost build candidate SOURCE\.\.\. --out '.*elsewhere\.db'$/,
      SOURCE,
      named,
    )
  })

  test('that was added is added again: of the world, and with what lies over it', async () => {
    await run(`milepost data add world-places --data-root "${root}"`)
    spoil('db/wof/candidate.db')
    await mends(
      'gazetteer',
      'broken',
      /^rm '.*' && milepost data add world-places --data-root '.*' --publisher geonames-places$/,
    )
    expect((await milepost(['data', 'remove', 'world-places', '--root', root])).code).toBe(0)
    ownGazetteer(root)
    for (const source of ['overture-divisions', 'whos-on-first']) {
      await run(`milepost data add li-places --publisher ${source} --data-root "${root}"`)
    }
    spoil('db/wof/candidate.db')
    const fix =
      /^rm .* --publisher overture-divisions && milepost data add li-places .* --publisher whos-on-first$/
    await mends('gazetteer', 'broken', fix)
  })
})

describe('shards', ENOUGH, () => {
  test('that are missing are added', async () => {
    put('address-points/.keep', '')
    await mends2('address points', 'fr-38')
    await mends2('ranges of house numbers', 'us-md-005 --publisher tiger')
  })

  /** A family is not named any more once it has a shard. */
  async function mends2(part: string, code: string): Promise<void> {
    const { state, fix } = await finding(part)
    expect({ state, fix }).toEqual({
      state: 'absent',
      fix: expect.stringMatching(/^milepost data add CODE --data-root '/),
    })
    expect(await run(fix, { CODE: code })).toMatchObject({ code: 0 })
    await expect(finding(part)).rejects.toThrow()
  }

  test('that you have built are built again', async () => {
    const houses = put(
      'houses.csv',
      'number,street,city,postcode,lat,lon\n12,Elm St,Reno,89501,39.5,-119.8\n',
    )
    const lines = put(
      'lines.csv',
      'from_left,to_left,from_right,to_right,street,zip,wkt\n1,99,2,98,Elm St,89501,"LINESTRING(-119.8 39.5,-119.79 39.5)"\n',
    )
    for (const [folder, kind, source] of [
      ['address-points', 'points', houses],
      ['interpolation', 'ranges', lines],
      ['street-centroids', 'streets', houses],
    ] as const) {
      spoil(`${folder}/${folder}-us-nv.db`)
      const fix = new RegExp(`^milepost build ${kind} SOURCE\\.\\.\\. --replace --out '`)
      await mends(`shard ${folder}-us-nv.db`, 'broken', fix, { 'SOURCE...': source })
    }
  })

  test('that were added are added again, the streets of their houses too', async () => {
    await run(`milepost data add fr-38 --data-root "${root}"`)
    for (const folder of ['address-points', 'street-centroids']) {
      spoil(`${folder}/${folder}-fr.db`)
      const fix = /^rm '.*' && milepost data add fr-38 --data-root '.*' --publisher ban$/
      await mends(`shard ${folder}-fr.db`, 'broken', fix)
    }
  })
})

describe('reverse lookups', ENOUGH, () => {
  test('the database and its polygons are built where they are looked for', async () => {
    put('db/wof/candidate.db', '')
    const SOURCE = { 'SOURCE...': put('places.txt', PLACE) }
    await mends('reverse lookup', 'absent', /^milepost build admin SOURCE\.\.\. --out '/, SOURCE)
    spoil('db/wof/admin-global-priority.db')
    await mends('reverse lookup', 'broken', /^milepost build admin SOURCE\.\.\. --out '/, SOURCE)
    const areas = { 'SOURCE...': put('areas.geojson', feature({ name: 'Eigenstadt' })) }
    const fix = /^milepost build polygons SOURCE\.\.\. --admin '.*' --out '/
    await mends('polygons', 'absent', fix, areas)
    spoil('db/wof/admin-global-priority-polygons.db')
    await mends('polygons', 'broken', fix, areas)
  })

  test('polygons lie over the starter data', async () => {
    const areas = { 'SOURCE...': put('areas.geojson', feature({ name: 'Vaduz', iso_a2: 'LI' })) }
    put('address-points/.keep', '')
    const before = await finding('polygons')
    // The starter data have polygons where they are complete; those of the root come before them.
    expect(before).toMatchObject({ state: 'absent' })
    expect((await finding('reverse lookup')).state).toBe('ok')
    expect(await run(before.fix, areas)).toMatchObject({ code: 0 })
    expect(await finding('polygons')).toMatchObject({
      state: 'ok',
      where: at('db/wof/admin-global-priority-polygons.db'),
    })
    const { candidateDb } = locateData(undefined, { SERVICE_DATA_ROOT: root })
    expect(candidateDb).toContain('starter-data')
  })
})

describe('lookups', ENOUGH, () => {
  test.each([
    ['timezone', 'timezone', 'zones.geojson', feature({ tzid: 'Europe/Vaduz' })],
    ['un-locode', 'unlocode', 'codes.csv', 'code,name,lat,lon\nLIVDZ,Vaduz,47.14,9.52\n'],
    [
      'nuts',
      'nuts',
      'regions.geojson',
      feature({ NUTS_ID: 'LI000', LEVL_CODE: 3, CNTR_CODE: 'LI', NUTS_NAME: 'Liechtenstein' }),
    ],
  ])('%s is built where it is absent, and again where it is broken', async (part, kind, name, content) => {
    const SOURCE = { 'SOURCE...': put(name, content) }
    const fix = new RegExp(`^milepost build lookup ${kind} SOURCE\\.\\.\\. --out '`)
    await mends(part, 'absent', fix, SOURCE)
    spoil(`${part}/${part}.db`)
    await mends(part, 'broken', fix, SOURCE)
  })
})

describe('weights', ENOUGH, () => {
  test('of a language without a package, and a folder without weights: the default ones', async () => {
    for (const [environment, flags] of [
      [{}, ['--locale', 'german']],
      [{ SERVICE_WEIGHTS: '/nowhere' }, []],
    ] as const) {
      const { state, fix } = await finding('weights', environment, ...flags)
      expect({ state, fix }).toEqual({
        state: 'broken',
        fix: 'env -u SERVICE_WEIGHTS milepost doctor --locale en-US',
      })
      expect((await run(fix)).stdout).toMatch(/^ok {6}weights: /m)
    }
  })
})

test(
  'an install as it comes: what is added goes to the data folder of the user, not into the package',
  ENOUGH,
  async () => {
    const environment = { SERVICE_DATA_ROOT: '', XDG_DATA_HOME: root }
    for (const part of ['address points', 'polygons', 'timezone']) {
      expect((await finding(part, environment)).fix).toContain(
        `-${basename(root).split('-')[1] ?? ''}/milepost`,
      )
    }
  },
)

/** A folder behind HTTP. */
async function served(folder: string, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    response.end(readFileSync(join(folder, request.url ?? '')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await use(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
