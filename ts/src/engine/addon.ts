/** Loads the platform's addon: the one place that knows of native code. */
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

function load(): LoadedAddon {
  const require = createRequire(import.meta.url)
  let folder: string
  try {
    folder = dirname(require.resolve(`${PACKAGE}/package.json`))
  } catch {
    throw new Error(`the package ${PACKAGE} is not installed; reinstall milepost with optional dependencies`)
  }
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
