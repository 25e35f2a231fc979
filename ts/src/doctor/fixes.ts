/**
 * The commands that fix gaps: each fetches, adds, installs or builds the missing file again. All of them are made here, and
 * `ts/test/doctor/fixes.test.ts` and `ts/test/release/packages.test.ts` run each of them. `CODE` and `SOURCE...` are for the user to fill in.
 */
import { relative } from 'node:path'

import { type Environment, starterData } from '../engine/data-root.js'
import { bundlesFor } from '../engine/weights.js'
import { type Installed, readInstalled } from '../data/installed.js'
import { type Pulled, readPulled } from '../data/pulled.js'

/** Languages whose weights are published. */
const LOCALES = ['en-us', 'fr-fr']

/** Installs the platform package, which npm leaves out with `--omit=optional`. */
export const INSTALL_CORE = 'npm install milepost --include=optional'

/** The published package of weights that is closest to a locale; undefined if the text is not a locale. */
export function installWeights(locale: string): string | undefined {
  const name = bundlesFor(locale).find((bundle) => LOCALES.includes(bundle))
  return name === undefined ? undefined : `npm install @milepost/weights-${name}`
}

/** Takes the usual weights, where those that were asked for do not exist or are none. */
export const USUAL_WEIGHTS = 'env -u SERVICE_WEIGHTS milepost doctor --locale en-US'

/** Finds the command that restores a file. */
export class Fixes {
  readonly #dataRoot: string
  readonly #hasSource: boolean
  #pulled: Pulled = {}
  #installed: Installed[] = []

  private constructor(dataRoot: string, environment: Environment) {
    this.#dataRoot = dataRoot
    this.#hasSource = (environment['SERVICE_DATA_URL'] ?? '') !== ''
  }

  /** For a data root. It reads the records of what was pulled and added there; an unreadable record counts as none. */
  static async of(dataRoot: string, environment: Environment): Promise<Fixes> {
    const fixes = new Fixes(dataRoot, environment)
    fixes.#pulled = await readPulled(dataRoot).catch(() => ({}))
    fixes.#installed = await readInstalled(dataRoot).catch(() => [])
    return fixes
  }

  /** Brings a gazetteer into a data root without one: from the configured source of bundles, otherwise from its publisher. */
  gazetteer(): string {
    return this.#hasSource
      ? `milepost data pull candidate --data-root ${quoted(this.#dataRoot)}`
      : this.add('world-places')
  }

  /** Adds what a code stands for. */
  add(code: string): string {
    return `milepost data add ${code} --data-root ${quoted(this.#dataRoot)}`
  }

  /** Builds a file from sources; the words before and behind them are those of `milepost build`. */
  build(kind: string, out: string, more = ''): string {
    return `milepost build ${kind} SOURCE...${more} --out ${quoted(out)}`
  }

  /** Builds the polygons of the places of an administrative database. */
  polygons(adminDb: string, out: string): string {
    return this.build('polygons', out, ` --admin ${quoted(adminDb)}`)
  }

  /** Builds the index of names next to a gazetteer, unless the index came from elsewhere. */
  index(candidateDb: string): string {
    const where = candidateDb.replace(/\.db$/, '.prefix')
    return this.#fetchAgain(where) ?? `milepost build prefix ${quoted(candidateDb)}`
  }

  /** Installs a damaged package again; npm itself leaves an existing package alone. */
  reinstall(folder: string, install: string): string {
    return `rm -r ${quoted(folder)} && ${install}`
  }

  /** The command that replaces a broken file; `build` if it comes from nowhere else. */
  replace(file: string, build: string): string {
    const fetched = this.#fetchAgain(file)
    if (fetched !== undefined) return fetched
    const added = this.#addAgain(relative(this.#dataRoot, file))
    return added.length === 0 ? build : [`rm ${quoted(file)}`, ...added].join(' && ')
  }

  /** For a file that was pulled, or is of the starter data. */
  #fetchAgain(file: string): string | undefined {
    const below = relative(this.#dataRoot, file)
    const pulled = this.#pulled[below]
    const starter = starterData()
    if (pulled !== undefined) {
      const source = this.#hasSource ? '' : ' --from URL'
      const where = `--data-root ${quoted(this.#dataRoot)}`
      return `milepost data pull ${pulled.bundle}${source} --force --only ${quoted(below)} ${where}`
    }
    return starter !== undefined && file.startsWith(starter)
      ? this.reinstall(starter, 'npm install @milepost/starter-data')
      : undefined
  }

  /** Adds again, publisher by publisher, the codes that a file was made of. */
  #addAgain(below: string): string[] {
    const codes = new Map<string, string[]>()
    for (const { source, code, files, derived } of this.#installed) {
      if (!files.some(({ path }) => path === below) && !derived.includes(below)) continue
      codes.set(source, [...(codes.get(source) ?? []), code])
    }
    return [...codes].map(([source, own]) => `${this.add(own.join(' '))} --publisher ${source}`)
  }
}

/** A path as a shell reads it. */
function quoted(path: string): string {
  return /^[\w./@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
