/** One writer per file: a writer first claims the file, by a lock that ends with the process. */
import { setTimeout as sleep } from 'node:timers/promises'

import { claimFile } from '../engine/addon.js'

/** Milliseconds between two tries to claim a file. */
const LOOK_MS = 20

/** Milliseconds after which the holder of a claim on a small file counts as stuck. */
const PATIENCE_MS = 10_000

/**
 * Runs `work` while `path` is claimed.
 * @throws Error `taken` at once if another process has it.
 */
export async function claimed<T>(path: string, taken: string, work: () => Promise<T>): Promise<T> {
  const claim = claimFile(path)
  if (claim === undefined) throw new Error(taken)
  try {
    return await work()
  } finally {
    claim.release()
  }
}

/**
 * The same for a small file: waits for its turn.
 * @throws Error in one sentence if its turn does not come.
 */
export async function claimedInTurn<T>(path: string, write: () => Promise<T>): Promise<T> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    const claim = claimFile(path)
    if (claim !== undefined) {
      try {
        return await write()
      } finally {
        claim.release()
      }
    }
    await sleep(LOOK_MS)
  }
  throw new Error(`another pull holds ${path}; end it, then run the command again`)
}
