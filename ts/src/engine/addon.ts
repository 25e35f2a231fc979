/** Loads the platform's addon: the one place that knows of native code. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import type { NativeEngine } from '@milepost/linux-x64-gnu'

import { platformProblem } from './platform.js'

interface Addon {
  NativeEngine: new () => NativeEngine
}

/** An engine with nothing open, and where ONNX Runtime's library lies. */
export interface LoadedAddon {
  native: NativeEngine
  onnxruntimeLibrary: string
}

const PACKAGE = '@milepost/linux-x64-gnu'

/**
 * Loads the addon.
 * @throws Error with one sentence that says what is missing and what to do.
 */
export function loadAddon(): LoadedAddon {
  try {
    return load()
  } catch (error) {
    // Only now: to find the C library out costs more than to load the addon.
    const problem = platformProblem()
    throw problem === undefined ? error : new Error(problem, { cause: error })
  }
}

/**
 * ONNX Runtime as it is published starts threads, keeps a database of events in the user's cache folder and reports home, from the
 * moment its environment is made on; only this variable is read before that.
 */
function silenceTelemetry(): void {
  process.env['ORT_DISABLE_TELEMETRY'] = '1'
}

function load(): LoadedAddon {
  silenceTelemetry()
  const folder = platformPackage()
  const require = createRequire(import.meta.url)
  try {
    const addon = require(join(folder, 'milepost.linux-x64-gnu.node')) as Addon
    return { native: new addon.NativeEngine(), onnxruntimeLibrary: join(folder, 'libonnxruntime.so.1') }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `the addon of ${PACKAGE} does not load (in a checkout, run \`npm run build\`): ${reason}`,
      { cause: error },
    )
  }
}

/**
 * Path of the program that builds databases.
 * @throws Error with one sentence that says what is missing and what to do.
 */
export function findBuilder(): string {
  const builder = join(platformPackage(), 'milepost-build')
  if (!existsSync(builder)) {
    throw new Error(`${builder} is missing; reinstall ${PACKAGE}, or run \`npm run build\` in a checkout`)
  }
  return builder
}

/** Folder of the platform's package. */
function platformPackage(): string {
  const platform = `${process.platform}-${process.arch}`
  if (platform !== 'linux-x64') {
    throw new Error(`Milepost has no build for ${platform}; it runs on linux-x64 with glibc`)
  }
  try {
    return dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`))
  } catch {
    throw new Error(`the package ${PACKAGE} is not installed; reinstall milepost with optional dependencies`)
  }
}
