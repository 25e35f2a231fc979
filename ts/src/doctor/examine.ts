/** Checks everything an installation needs or may have, and suggests a fix for each gap. */
import { lstatSync } from 'node:fs'
import { basename, join } from 'node:path'

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

/** What is examined. */
interface Examined extends LoadedAddon {
  dataRoot: string
  /** Where what is absent belongs. */
  target: string
  options: ExamineOptions
  fixes: Fixes
}

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
  const examined = { ...addon, dataRoot, target, options, fixes }
  return [
    { part: 'core', state: 'ok', says: 'the addon loads' },
    weightsOf(examined),
    ...gazetteerOf(examined),
    ...adminOf(examined),
    ...lookupsOf(examined),
  ]
}

function weightsOf({ native, onnxruntimeLibrary, options, fixes }: Examined): Finding {
  const { locale, environment, weights } = options
  const found = findWeights(weights, locale, environment)
  const install = installWeights(locale)
  if (found === undefined) {
    const says =
      install === undefined ? `none are published for ${locale}` : `none are installed for ${locale}`
    return { part: 'weights', state: 'broken', says, fix: install ?? USUAL_WEIGHTS }
  }
  const isPackage = found === findWeights('', locale, {})
  const fix = isPackage && install !== undefined ? fixes.reinstall(found, install) : USUAL_WEIGHTS
  // Opening them verifies the hash of every file, so a deep check adds nothing.
  return opened('weights', found, fix, () => {
    native.openWeights(onnxruntimeLibrary, found)
    const { name, version } = JSON.parse(native.modelCard() ?? '{}') as Record<string, string>
    return `${String(name)} ${String(version)}`
  })
}

/** The candidate gazetteer, its index of names, and the shards that are opened with it. */
function gazetteerOf(examined: Examined): Finding[] {
  const { native, dataRoot, options, fixes } = examined
  const { candidateDb: explicit, environment } = options
  const { candidateDb } = locateData(explicit, environment)
  if (candidateDb === undefined) {
    const named = (explicit ?? environment['SERVICE_CANDIDATE_DB']) || undefined
    const where = named ?? join(dataRoot, CANDIDATE)
    const says = 'there is no such file, so that geocoding is off'
    const fix = named === undefined ? fixes.gazetteer() : fixes.build('candidate', where)
    return [{ part: 'gazetteer', state: 'broken', where, says, fix }]
  }
  const finding = databaseOf(
    examined,
    'gazetteer',
    candidateDb,
    fixes.build('candidate', candidateDb),
    () => {
      native.openGazetteer(candidateDb, dataRoot)
    },
  )
  if (!native.hasGeocoder) return [finding]
  return [finding, completionIndexOf(examined, candidateDb), ...shardsOf(examined)]
}

function completionIndexOf({ native, fixes }: Examined, candidateDb: string): Finding {
  const part = 'completion index'
  const where = candidateDb.replace(/\.db$/, '.prefix')
  const fix = fixes.index(candidateDb)
  const { problem, refused = false } = native.completionIndex() ?? {}
  if (problem === undefined) return { part, state: 'ok', where, says: 'it opens, and its checksum fits' }
  return { part, state: refused ? 'broken' : 'absent', where, says: problem, fix }
}

/** Every shard; for a family without shards, one finding that says so. */
function shardsOf(examined: Examined): Finding[] {
  const { native, target, fixes } = examined
  const open = native.openShards().sort()
  const { skipped } = reportShards(native)
  const build = (path: string) => fixes.build(kindOf(path), path, ' --replace')
  const kindOf = (path: string) => FAMILIES.find(([folder]) => path.includes(folder))?.[2] ?? 'points'
  const found = [
    ...open.map((path) =>
      databaseOf(examined, `shard ${basename(path)}`, path, build(path), () => undefined),
    ),
    ...skipped.map((sentence): Finding => {
      const [path = '', says = sentence] = sentence.split(' is left out: ')
      const fix = fixes.replace(path, build(path))
      return { part: `shard ${basename(path)}`, state: 'broken', where: path, says, fix }
    }),
  ]
  const missing = FAMILIES.filter(
    ([, , kind]) => !found.some(({ where = '' }) => kindOf(where) === kind),
  ).map(([, part]): Finding => ({
    part,
    state: 'absent',
    where: target,
    says: 'there are no shards',
    fix: fixes.add('CODE'),
  }))
  return [...found, ...missing]
}

/** The administrative database of reverse lookups, and its polygons. */
function adminOf(examined: Examined): Finding[] {
  const { native, dataRoot, target, options, fixes } = examined
  const named = options.environment['SERVICE_WOF_DB'] || undefined
  const { adminDb, polygons } = locateAdmin(dataRoot, named)
  const where = named ?? join(target, ADMIN)
  // In the data root, also where the database is that of the starter data, which an update would replace.
  const polygonsAt = polygonsOf(where)
  const build = fixes.build('admin', where)
  const buildPolygons = fixes.polygons(adminDb ?? where, polygonsAt)
  const part = 'reverse lookup'
  if (adminDb === undefined) {
    return [{ part, state: 'absent', where, says: 'there is no such file', fix: build }]
  }
  return [
    databaseOf(examined, part, adminDb, build, () => {
      native.openReverse(adminDb, undefined, dataRoot)
    }),
    polygons === undefined
      ? {
          part: 'polygons',
          state: 'absent',
          where: polygonsAt,
          says: 'there is no such file, so that the nearest settlement answers',
          fix: buildPolygons,
        }
      : databaseOf(examined, 'polygons', polygons, buildPolygons, () => {
          native.openReverse(adminDb, polygons, dataRoot)
        }),
  ]
}

function lookupsOf(examined: Examined): Finding[] {
  const { native, dataRoot, target, fixes } = examined
  const skipped = native.openLookups(dataRoot)
  return LOOKUPS.map(([name, kind]): Finding => {
    const where = join(target, name, `${name}.db`)
    const build = fixes.build(`lookup ${kind}`, where)
    if (lstatSync(where, { throwIfNoEntry: false }) === undefined) {
      return { part: name, state: 'absent', where, says: 'there is no such file', fix: build }
    }
    return databaseOf(examined, name, where, build, () => {
      const broken = skipped.find((sentence) => sentence.startsWith(where))
      if (broken !== undefined) throw new Error(broken)
    })
  })
}

/** A database that `open` opens and `build` builds; with `deep`, SQLite reads all of it. */
function databaseOf(
  { native, options, fixes }: Examined,
  part: string,
  where: string,
  build: string,
  open: () => void,
): Finding {
  return opened(part, where, fixes.replace(where, build), () => {
    open()
    if (options.deep !== true) return 'it opens'
    const {
      problems: [problem],
      hasChecksums,
    } = native.deepCheck(where)
    if (problem !== undefined) throw new Error(`it opens, and is damaged: ${problem}`)
    return hasChecksums
      ? 'it opens, and every page can be read and fits its checksum'
      : 'it opens, and every page can be read; it has no checksums'
  })
}
