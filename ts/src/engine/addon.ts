/** Loads the platform's addon: the only module that knows about native code. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import type { Cancellation, FileClaim, NativeEngine } from '@milepost/linux-x64-gnu'

import { type PlatformFiles, platformPackages, platformProblem } from './platform.js'

type Addon = typeof import('@milepost/linux-x64-gnu')

/** The functions of the core that need no engine. */
export type CoreFunctions = Pick<Addon, 'canonicalKey' | 'formatComponents'>

/** An engine with nothing open, and the path of ONNX Runtime's library. */
export interface LoadedAddon {
  native: NativeEngine
  Cancellation: new () => Cancellation
  onnxruntimeLibrary: string
}

/**
 * Loads the addon.
 * @throws Error with one sentence that says what is missing and what to do.
 */
export function loadAddon(): LoadedAddon {
  return whereItRuns(() => {
    const { NativeEngine, Cancellation, folder, onnxruntime } = load()
    return { native: new NativeEngine(), Cancellation, onnxruntimeLibrary: join(folder, onnxruntime) }
  })
}

/**
 * Claims a file before writing it; undefined if another process writes it. The claim ends with `release` or the process.
 * @throws Error in one sentence if the addon or the folder cannot be used.
 */
export function claimFile(path: string): FileClaim | undefined {
  return whereItRuns(load).FileClaim.on(path) ?? undefined
}

/**
 * Loads the functions that need no engine.
 * @throws Error with one sentence that says what is missing and what to do.
 */
export function loadFunctions(): CoreFunctions {
  return whereItRuns(() => {
    const { canonicalKey, formatComponents } = load()
    return { canonicalKey, formatComponents }
  })
}

/** Runs what loads the addon; if that fails, explains what is wrong with the machine. */
function whereItRuns<T>(loads: () => T): T {
  try {
    return loads()
  } catch (error) {
    // Here and not before: detecting the C library takes longer than loading the addon.
    const problem = platformProblem()
    throw problem === undefined ? error : new Error(problem, { cause: error })
  }
}

/**
 * The published ONNX Runtime starts threads, keeps a database of events in the user's cache folder and reports home as soon
 * as its environment exists; only this variable is read before that.
 */
function silenceTelemetry(): void {
  process.env['ORT_DISABLE_TELEMETRY'] = '1'
}

function load(): Addon & { folder: string; onnxruntime: string } {
  silenceTelemetry()
  const { name, addon, folder, onnxruntime } = installedPackage()
  const require = createRequire(import.meta.url)
  try {
    return { ...(require(join(folder, addon)) as Addon), folder, onnxruntime }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`the addon of ${name} does not load (in a checkout, run \`npm run build\`): ${reason}`, {
      cause: error,
    })
  }
}

/**
 * Path of the program that builds databases.
 * @throws Error with one sentence that says what is missing and what to do.
 */
export function findBuilder(): string {
  const { name, folder, builder } = installedPackage()
  const path = join(folder, builder)
  if (!existsSync(path)) {
    throw new Error(`${path} is missing; reinstall ${name}, or run \`npm run build\` in a checkout`)
  }
  return path
}

/**
 * The installed package of a platform, found from the module `from`; by default that of this machine, from here.
 * @throws Error with one sentence that says what is missing and what to do.
 */
export function installedPackage(
  packages: PlatformFiles[] = platformPackages(),
  from: string = import.meta.url,
): PlatformFiles & { folder: string } {
  const require = createRequire(from)
  for (const files of packages) {
    try {
      return { ...files, folder: dirname(require.resolve(`${files.name}/package.json`)) }
    } catch {
      // The next one, or the sentence below.
    }
  }
  const names = packages.map(({ name }) => name).join(' or ')
  throw new Error(
    platformProblem() ??
      `the package ${names} is not installed; reinstall milepost with optional dependencies`,
  )
}
