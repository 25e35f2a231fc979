/** Checks everything an installation needs or may have, and suggests a fix for each gap. */
import { lstatSync } from 'node:fs'
import { basename, join } from 'node:path'

import type { NativeEngine } from '@milepost/linux-x64-gnu'

import { type LoadedAddon, loadAddon } from '../engine/addon.js'
import {
  ADMIN,
  CANDIDATE,
  type Environment,
  locateAdmin,
  locateData,
  ownDataRoot,
  polygonsOf,
  starterData,
} from '../engine/data-root.js'
import { reportShards } from '../engine/shards.js'
import { findWeights } from '../engine/weights.js'
import { type Finding, opened, reasonOf } from './finding.js'
import { Fixes, INSTALL_CORE, installWeights, USUAL_WEIGHTS } from './fixes.js'

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
    return [{ part: 'core', state: 'broken', says: reasonOf(error), fix: INSTALL_CORE }]
  }
  const { dataRoot } = locateData(options.candidateDb, options.environment)
  // Nothing is put into the folder of the install.
  const target = dataRoot === starterData() ? ownDataRoot(options.environment) : dataRoot
  const fixes = await Fixes.of(target, options.environment)
  const examination = new Examination(addon, { dataRoot, target }, options, fixes)
  return examination.findings()
}

class Examination {
  readonly #native: NativeEngine
  readonly #onnxruntimeLibrary: string
  readonly #dataRoot: string
  /** Where what is absent belongs. */
  readonly #target: string
  readonly #options: ExamineOptions
  readonly #fixes: Fixes

  constructor(
    addon: LoadedAddon,
    { dataRoot, target }: { dataRoot: string; target: string },
    options: ExamineOptions,
    fixes: Fixes,
  ) {
    this.#native = addon.native
    this.#onnxruntimeLibrary = addon.onnxruntimeLibrary
    this.#dataRoot = dataRoot
    this.#target = target
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
    const install = installWeights(locale)
    if (found === undefined) {
      const says =
        install === undefined ? `none are published for ${locale}` : `none are installed for ${locale}`
      return { part: 'weights', state: 'broken', says, fix: install ?? USUAL_WEIGHTS }
    }
    const isPackage = found === findWeights('', locale, {})
    const fix = isPackage && install !== undefined ? this.#fixes.reinstall(found, install) : USUAL_WEIGHTS
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
      const named = (explicit ?? environment['SERVICE_CANDIDATE_DB']) || undefined
      const where = named ?? join(this.#dataRoot, CANDIDATE)
      const says = 'there is no such file, so that geocoding is off'
      const fix = named === undefined ? this.#fixes.gazetteer() : this.#fixes.build('candidate', where)
      return [{ part: 'gazetteer', state: 'broken', where, says, fix }]
    }
    const fix = this.#fixes.replace(candidateDb, this.#fixes.build('candidate', candidateDb))
    const finding = this.#database('gazetteer', candidateDb, fix, () => {
      this.#native.openGazetteer(candidateDb, this.#dataRoot)
    })
    if (!this.#native.hasGeocoder) return [finding]
    return [finding, this.#completionIndex(candidateDb), ...this.#shards()]
  }

  #completionIndex(candidateDb: string): Finding {
    const part = 'completion index'
    const where = candidateDb.replace(/\.db$/, '.prefix')
    const fix = this.#fixes.index(candidateDb)
    const { problem, refused = false } = this.#native.completionIndex() ?? {}
    if (problem === undefined) return { part, state: 'ok', where, says: 'it opens, and its checksum fits' }
    return { part, state: refused ? 'broken' : 'absent', where, says: problem, fix }
  }

  /** Every shard; for a family without shards, one finding that says so. */
  #shards(): Finding[] {
    const open = this.#native.openShards().sort()
    const { skipped } = reportShards(this.#native)
    const build = (path: string) => this.#fixes.build(kindOf(path), path, ' --replace')
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
      where: this.#target,
      says: 'there are no shards',
      fix: this.#fixes.add('CODE'),
    }))
    return [...found, ...missing]
  }

  /** The administrative database of reverse lookups, and its polygons. */
  #admin(): Finding[] {
    const named = this.#options.environment['SERVICE_WOF_DB'] || undefined
    const { adminDb, polygons } = locateAdmin(this.#dataRoot, named)
    const where = named ?? join(this.#target, ADMIN)
    // In the data root, also where the database is that of the starter data, which an update would replace.
    const polygonsAt = polygonsOf(where)
    const build = this.#fixes.build('admin', where)
    const buildPolygons = this.#fixes.polygons(adminDb ?? where, polygonsAt)
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
      const where = join(this.#target, name, `${name}.db`)
      const build = this.#fixes.build(`lookup ${kind}`, where)
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
