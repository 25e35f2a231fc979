/** The command that fixes a gap: it fetches, adds, installs or builds the missing file again. */
import { relative } from 'node:path'

import { type Environment, starterData } from '../engine/data-root.js'
import { type Installed, readInstalled } from '../data/installed.js'
import { type Pulled, readPulled } from '../data/pulled.js'

/** Finds the command that restores a file. */
export class Fixes {
  readonly #dataRoot: string
  readonly #pulled: Pulled
  readonly #installed: Installed[]
  readonly #source: string

  private constructor(dataRoot: string, pulled: Pulled, installed: Installed[], source: string) {
    this.#dataRoot = dataRoot
    this.#pulled = pulled
    this.#installed = installed
    this.#source = source
  }

  /** For a data root. It reads the records of what was pulled and added there; an unreadable record counts as none. */
  static async of(dataRoot: string, environment: Environment): Promise<Fixes> {
    const pulled = await readPulled(dataRoot).catch(() => ({}))
    const installed = await readInstalled(dataRoot).catch(() => [])
    const configured = (environment['SERVICE_DATA_URL'] ?? '') !== ''
    return new Fixes(dataRoot, pulled, installed, configured ? '' : ' --from URL')
  }

  /** The command that fetches a bundle. */
  pull(bundle: string): string {
    return `milepost data pull ${bundle}${this.#source}`
  }

  /** The command that replaces a broken file; `build` if it comes from nowhere else. */
  replace(file: string, build: string): string {
    const below = relative(this.#dataRoot, file)
    const pulled = this.#pulled[below]
    if (pulled !== undefined) return `${this.pull(pulled.bundle)} --force --only ${below}`
    const codes = this.#installed.filter(({ files }) => files.some(({ path }) => path === below))
    if (codes.length > 0) {
      const names = codes.map(({ code }) => code).join(' ')
      return `rm ${file} && milepost data add ${names} --data-root ${this.#dataRoot}`
    }
    const starter = starterData()
    if (starter !== undefined && file.startsWith(starter)) return 'npm install @milepost/starter-data --force'
    return build
  }
}
