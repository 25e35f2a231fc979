/** Checks everything an installation needs or may have, and suggests a fix for each gap. */
import { lstatSync } from 'node:fs'
import { basename, join } from 'node:path'

import type { NativeEngine } from '@milepost/linux-x64-gnu'

import { type LoadedAddon, loadAddon } from '../engine/addon.js'
import { ADMIN, CANDIDATE, type Environment, locateAdmin, locateData } from '../engine/data-root.js'
import { reportShards } from '../engine/shards.js'
import { findWeights } from '../engine/weights.js'
import { type Finding, opened, reasonOf } from './finding.js'
import { Fixes } from './fixes.js'

/** What to check, with the options of `serve`. */
export interface ExamineOptions {
  locale: string
  candidateDb?: string | undefined
  weights?: string | undefined
  /** Has SQLite read every database from end to end. */
  deep?: boolean | undefined
  environment: Environment
}

/** The families of shards: their folders below the data root, what they are, and what builds them. */
const FAMILIES = [
  ['address-points', 'address points', 'points'],
  ['interpolation', 'ranges of house numbers', 'ranges'],
  ['street-centroids', 'streets', 'streets'],
] as const

/** The lookup databases and the kinds that `milepost build lookup` calls them. */
const LOOKUPS = [
  ['timezone', 'timezone'],
  ['un-locode', 'unlocode'],
  ['nuts', 'nuts'],
] as const

/** Every finding, in the order things are opened in. */
export async function examine(options: ExamineOptions): Promise<Finding[]> {
  let addon: LoadedAddon
  try {
    addon = loadAddon()
  } catch (error) {
    const fix = 'npm install milepost --include=optional'
    return [{ part: 'core', state: 'broken', says: reasonOf(error), fix }]
  }
  const { dataRoot } = locateData(options.candidateDb, options.environment)
  const examination = new Examination(addon, dataRoot, options, await Fixes.of(dataRoot, options.environment))
  return examination.findings()
}

class Examination {
  readonly #native: NativeEngine
  readonly #onnxruntimeLibrary: string
  readonly #dataRoot: string
  readonly #options: ExamineOptions
  readonly #fixes: Fixes

  constructor(addon: LoadedAddon, dataRoot: string, options: ExamineOptions, fixes: Fixes) {
    this.#native = addon.native
    this.#onnxruntimeLibrary = addon.onnxruntimeLibrary
    this.#dataRoot = dataRoot
    this.#options = options
    this.#fixes = fixes
  }

  findings(): Finding[] {
    return [
      { part: 'core', state: 'ok', says: 'the addon loads' },
      this.#weights(),
      ...this.#gazetteer(),
      ...this.#admin(),
      ...this.#lookups(),
    ]
  }

  #weights(): Finding {
    const { locale, environment, weights } = this.#options
    const found = findWeights(weights, locale, environment)
    const fix = `npm install @milepost/weights-${locale.toLowerCase()}`
    if (found === undefined) {
      return { part: 'weights', state: 'broken', says: `none are installed for ${locale}`, fix }
    }
    // Opening them verifies the hash of every file, so a deep check adds nothing.
    return opened('weights', found, fix, () => {
      this.#native.openWeights(this.#onnxruntimeLibrary, found)
      const { name, version } = JSON.parse(this.#native.modelCard() ?? '{}') as Record<string, string>
      return `${String(name)} ${String(version)}`
    })
  }

  /** The candidate gazetteer, its index of names, and the shards that are opened with it. */
  #gazetteer(): Finding[] {
    const { candidateDb: explicit, environment } = this.#options
    const { candidateDb } = locateData(explicit, environment)
    if (candidateDb === undefined) {
      const named = explicit ?? environment['SERVICE_CANDIDATE_DB']
      const where = named === undefined || named === '' ? join(this.#dataRoot, CANDIDATE) : named
      const says = 'there is no such file, so that geocoding is off'
      return [{ part: 'gazetteer', state: 'broken', where, says, fix: this.#fixes.pull('candidate') }]
    }
    const fix = this.#fixes.replace(candidateDb, `${this.#fixes.pull('candidate')} --force`)
    const finding = this.#database('gazetteer', candidateDb, fix, () => {
      this.#native.openGazetteer(candidateDb, this.#dataRoot)
    })
    if (!this.#native.hasGeocoder) return [finding]
    return [finding, this.#completionIndex(candidateDb), ...this.#shards()]
  }

  #completionIndex(candidateDb: string): Finding {
    const part = 'completion index'
    const where = candidateDb.replace(/\.db$/, '.prefix')
    const { problem, refused = false } = this.#native.completionIndex() ?? {}
    if (problem === undefined) return { part, state: 'ok', where, says: 'it opens, and its checksum fits' }
    const fix = `milepost build prefix ${candidateDb}`
    return { part, state: refused ? 'broken' : 'absent', where, says: problem, fix }
  }

  /** Every shard; for a family without shards, one finding that says so. */
  #shards(): Finding[] {
    const open = this.#native.openShards().sort()
    const { skipped } = reportShards(this.#native)
    const build = (path: string) => `milepost build ${kindOf(path)} SOURCE... --replace --out ${path}`
    const kindOf = (path: string) => FAMILIES.find(([folder]) => path.includes(folder))?.[2] ?? 'points'
    const found = [
      ...open.map((path) =>
        this.#database(
          `shard ${basename(path)}`,
          path,
          this.#fixes.replace(path, build(path)),
          () => undefined,
        ),
      ),
      ...skipped.map((sentence): Finding => {
        const [path = '', says = sentence] = sentence.split(' is left out: ')
        const fix = this.#fixes.replace(path, build(path))
        return { part: `shard ${basename(path)}`, state: 'broken', where: path, says, fix }
      }),
    ]
    const missing = FAMILIES.filter(
      ([, , kind]) => !found.some(({ where = '' }) => kindOf(where) === kind),
    ).map(([, part]): Finding => ({
      part,
      state: 'absent',
      where: this.#dataRoot,
      says: 'there are no shards',
      fix: `milepost data add CODE --data-root ${this.#dataRoot}`,
    }))
    return [...found, ...missing]
  }

  /** The administrative database of reverse lookups, and its polygons. */
  #admin(): Finding[] {
    const named = this.#options.environment['SERVICE_WOF_DB']
    const where = named === undefined || named === '' ? join(this.#dataRoot, ADMIN) : named
    const polygonsAt = where.replace(/\.db$/, '-polygons.db')
    const { adminDb, polygons } = locateAdmin(this.#dataRoot, where)
    const build = `milepost build admin SOURCE... --out ${where}`
    const buildPolygons = `milepost build polygons SOURCE... --out ${polygonsAt}`
    const part = 'reverse lookup'
    if (adminDb === undefined) {
      return [{ part, state: 'absent', where, says: 'there is no such file', fix: build }]
    }
    return [
      this.#database(part, adminDb, this.#fixes.replace(adminDb, build), () => {
        this.#native.openReverse(adminDb, undefined, this.#dataRoot)
      }),
      polygons === undefined
        ? {
            part: 'polygons',
            state: 'absent',
            where: polygonsAt,
            says: 'there is no such file, so that the nearest settlement answers',
            fix: buildPolygons,
          }
        : this.#database('polygons', polygons, this.#fixes.replace(polygons, buildPolygons), () => {
            this.#native.openReverse(adminDb, polygons, this.#dataRoot)
          }),
    ]
  }

  #lookups(): Finding[] {
    const skipped = this.#native.openLookups(this.#dataRoot)
    return LOOKUPS.map(([name, kind]): Finding => {
      const where = join(this.#dataRoot, name, `${name}.db`)
      const build = `milepost build lookup ${kind} SOURCE... --out ${where}`
      if (lstatSync(where, { throwIfNoEntry: false }) === undefined) {
        return { part: name, state: 'absent', where, says: 'there is no such file', fix: build }
      }
      return this.#database(name, where, this.#fixes.replace(where, build), () => {
        const broken = skipped.find((sentence) => sentence.startsWith(where))
        if (broken !== undefined) throw new Error(broken)
      })
    })
  }

  /** A database that `open` opens; with `deep`, SQLite reads all of it. */
  #database(part: string, where: string, fix: string, open: () => void): Finding {
    return opened(part, where, fix, () => {
      open()
      if (this.#options.deep !== true) return 'it opens'
      const {
        problems: [problem],
        hasChecksums,
      } = this.#native.deepCheck(where)
      if (problem !== undefined) throw new Error(`it opens, and is damaged: ${problem}`)
      return hasChecksums
        ? 'it opens, and every page can be read and fits its checksum'
        : 'it opens, and every page can be read; it has no checksums'
    })
  }
}
