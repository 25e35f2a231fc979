/** The lookup databases of a data root, through discovery, the addon and the annotators. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeEach, describe, expect, test } from 'vitest'

import { annotate } from '../../src/annotations/annotate.js'
import { createEngine, type Engine } from '../../src/engine/engine.js'
import { orSkip, python } from '../support/needs.js'
import { ROOT } from '../support/paths.js'

const SCHEMAS = join(ROOT, 'crates/gazetteer/sql/areas')
const SQUARE = JSON.stringify({
  type: 'MultiPolygon',
  coordinates: [[[[2, 48], [3, 48], [3, 49], [2, 49], [2, 48]]]], // prettier-ignore
})
const DATABASES = {
  timezone: `INSERT INTO timezone_polygons VALUES ('Europe/Paris', 48, 49, 2, 3, '${SQUARE}')`,
  nuts: `INSERT INTO nuts_regions VALUES ('FR101', 3, 48, 49, 2, 3, '${SQUARE}')`,
  'un-locode': "INSERT INTO un_locode VALUES ('FR', 'PAR', 'Paris', 'paris', 48.85, 2.35)",
}

let root: string
let interpreter: string
beforeEach((context) => {
  interpreter = orSkip(python(), context).command
  root = mkdtempSync(join(tmpdir(), 'milepost-lookups-'))
})

/** Writes `<root>/<name>/<name>.db`. Node writes SQLite from version 22.5 on, Python always. */
function write(name: keyof typeof DATABASES): void {
  mkdirSync(join(root, name), { recursive: true })
  const schema = readFileSync(join(SCHEMAS, `${name.replace('-', '_')}_schema.sql`), 'utf8')
  const program = 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.stdin.read())'
  execFileSync(interpreter, ['-c', program, join(root, name, `${name}.db`)], {
    input: `${schema};\n${DATABASES[name]};`,
  })
}

function open(): { engine: Engine; said: string[] } {
  const said: string[] = []
  const engine = createEngine({ environment: { SERVICE_DATA_ROOT: root }, warn: (line) => said.push(line) })
  return { engine, said }
}

const inParis = ({ lookups }: Engine) =>
  annotate(48.8566, 2.3522, { countryCode: 'FR', placeName: 'Paris', now: new Date('2026-01-01'), lookups })

describe('lookup databases', () => {
  test('answer where they are, without a gazetteer as well', () => {
    write('timezone')
    write('nuts')
    write('un-locode')
    const { timezone, NUTS, UN_LOCODE } = inParis(open().engine)
    expect(timezone).toEqual({ name: 'Europe/Paris', offset_sec: 3600, offset_string: '+0100' })
    expect(NUTS).toEqual({ NUTS1: { code: 'FR1' }, NUTS2: { code: 'FR10' }, NUTS3: { code: 'FR101' } })
    expect(UN_LOCODE).toBe('FR PAR')
  })

  test('that are not there leave their keys out', () => {
    expect(open().engine.lookups).toBeUndefined()
    write('timezone')
    const found = inParis(open().engine)
    expect(found.timezone?.name).toBe('Europe/Paris')
    expect(found).not.toHaveProperty('NUTS')
    expect(found).not.toHaveProperty('UN_LOCODE')
  })

  test('that cannot be used are named and leave the others', () => {
    write('timezone')
    write('nuts')
    writeFileSync(join(root, 'nuts/nuts.db'), 'no database at all')
    const { engine, said } = open()
    expect(said.join('\n')).toContain(join(root, 'nuts/nuts.db'))
    expect(inParis(engine)).not.toHaveProperty('NUTS')
    expect(inParis(engine).timezone?.name).toBe('Europe/Paris')
  })

  test('know nothing at sea', () => {
    write('timezone')
    expect(annotate(0, 0, { lookups: open().engine.lookups })).not.toHaveProperty('timezone')
  })

  test('are looked for again on reload', () => {
    const starter = join(ROOT, 'npm/starter-data/db/wof/candidate.db')
    write('timezone')
    const engine = createEngine({ candidateDb: starter, environment: { SERVICE_DATA_ROOT: root } })
    expect(inParis(engine)).not.toHaveProperty('UN_LOCODE')
    write('un-locode')
    rmSync(join(root, 'timezone'), { recursive: true })
    const next = engine.openNext?.()
    expect(inParis(engine).timezone?.name).toBe('Europe/Paris')
    next?.use()
    expect(inParis(engine).UN_LOCODE).toBe('FR PAR')
    expect(inParis(engine)).not.toHaveProperty('timezone')
    rmSync(join(root, 'un-locode'), { recursive: true })
    engine.openNext?.().use()
    expect(engine.lookups).toBeUndefined()
  })
})
