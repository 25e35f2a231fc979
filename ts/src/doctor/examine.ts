/** Looks at everything an installation needs or may have, opens it, and says how each gap is mended. */
import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'

import { type LoadedAddon, loadAddon } from '../engine/addon.js'
import { ADMIN, type Environment, locateData } from '../engine/data-root.js'
import { findWeights } from '../engine/weights.js'

/** How a part is: it works, is not there and need not be, or keeps something from working. */
export type State = 'ok' | 'absent' | 'broken'

/** What was found out about one part. */
export interface Finding {
  part: string
  state: State
  /** Where it was found or looked for. */
  where?: string
  /** One sentence. */
  says: string
  /** A command that mends it. */
  fix?: string
}

/** What is looked at, as `serve` would be told. */
export interface ExamineOptions {
  locale: string
  candidateDb?: string | undefined
  weights?: string | undefined
  environment: Environment
}

/** Every finding, in the order things are opened in. */
export function examine(options: ExamineOptions): Finding[] {
  let addon: LoadedAddon
  try {
    addon = loadAddon()
  } catch (error) {
    const fix = 'npm install milepost --include=optional'
    return [{ part: 'core', state: 'broken', says: reason(error), fix }]
  }
  const { dataRoot } = locateData(options.candidateDb, options.environment)
  return [
    { part: 'core', state: 'ok', says: 'the addon loads' },
    weights(addon, options),
    ...gazetteer(addon, options),
    admin(dataRoot),
    ...lookups(addon, dataRoot),
  ]
}

function weights({ native, onnxruntimeLibrary }: LoadedAddon, options: ExamineOptions): Finding {
  const { locale, environment } = options
  const found = findWeights(options.weights, locale, environment)
  const fix = `npm install @milepost/weights-${locale.toLowerCase()}`
  if (found === undefined) {
    return { part: 'weights', state: 'broken', says: `none are installed for ${locale}`, fix }
  }
  return opened('weights', found, fix, () => {
    native.openWeights(onnxruntimeLibrary, found)
    const { name, version } = JSON.parse(native.modelCard() ?? '{}') as { name: string; version: string }
    return `${name} ${version}`
  })
}

/** The candidate gazetteer, and the shards that are opened with it. */
function gazetteer({ native }: LoadedAddon, options: ExamineOptions): Finding[] {
  const { candidateDb, dataRoot } = locateData(options.candidateDb, options.environment)
  if (candidateDb === undefined) {
    const named = options.candidateDb ?? options.environment['SERVICE_CANDIDATE_DB']
    const where = named === undefined || named === '' ? join(dataRoot, 'db/wof/candidate.db') : named
    const says = 'there is no such file, so that geocoding is off'
    return [{ part: 'gazetteer', state: 'broken', where, says, fix: 'milepost data pull candidate' }]
  }
  const finding = opened('gazetteer', candidateDb, 'milepost data pull candidate --force', () => {
    native.openGazetteer(candidateDb, dataRoot)
    return 'it opens'
  })
  return finding.state === 'ok' ? [finding, ...shards(native.shards(), dataRoot)] : [finding]
}

function shards(report: string | null, dataRoot: string): Finding[] {
  const { skipped, ...counts } = JSON.parse(report ?? '{"skipped":[]}') as {
    skipped: string[]
    address_points: number
    interpolation: number
    street_centroids: number
  }
  const fix = 'milepost-build points SOURCE... --data-root ' + dataRoot
  const families = [
    ['address points', counts.address_points],
    ['ranges of house numbers', counts.interpolation],
    ['streets', counts.street_centroids],
  ] as const
  return [
    ...families.map(([part, count]): Finding => {
      if (count > 0) return { part, state: 'ok', where: dataRoot, says: `${String(count)} shards` }
      return { part, state: 'absent', where: dataRoot, says: 'no shards' }
    }),
    ...skipped.map((says): Finding => ({ part: 'shard', state: 'broken', says, fix })),
  ]
}

function admin(dataRoot: string): Finding {
  const where = join(dataRoot, ADMIN)
  if (existsSync(where)) return { part: 'reverse lookup', state: 'ok', where, says: 'it is there' }
  const fix = `milepost-build admin SOURCE... --out ${where}`
  return { part: 'reverse lookup', state: 'absent', where, says: 'there is no such file', fix }
}

function lookups({ native }: LoadedAddon, dataRoot: string): Finding[] {
  const skipped = native.openLookups(dataRoot)
  const kinds = [
    ['timezone', 'timezone'],
    ['un-locode', 'unlocode'],
    ['nuts', 'nuts'],
  ] as const
  return kinds.map(([name, kind]): Finding => {
    const where = join(dataRoot, name, `${name}.db`)
    const fix = `milepost-build lookup ${kind} SOURCE... --out ${where}`
    const broken = skipped.find((sentence) => sentence.startsWith(where))
    if (broken !== undefined) return { part: name, state: 'broken', where, says: broken, fix }
    if (isThere(where)) return { part: name, state: 'ok', where, says: 'it opens' }
    return { part: name, state: 'absent', where, says: 'there is no such file', fix }
  })
}

function opened(part: string, where: string, fix: string, open: () => string): Finding {
  try {
    return { part, state: 'ok', where, says: open() }
  } catch (error) {
    return { part, state: 'broken', where, says: reason(error), fix }
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
