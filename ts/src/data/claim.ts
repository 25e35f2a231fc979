/** One writer a file: what is written is claimed first, by a lock that ends with the process. */
import { setTimeout as sleep } from 'node:timers/promises'

import { claimFile } from '../engine/addon.js'

/** Milliseconds between two looks at a claim that is waited for. */
const LOOK_MS = 20

/** Somebody who holds a claim this long, in milliseconds, for a file written in an instant has stopped. */
const PATIENCE_MS = 10_000

/**
 * Runs `write` while `path` is claimed.
 * @throws Error at once, in one sentence, when another process writes it.
 */
export async function claimed<T>(path: string, write: () => Promise<T>): Promise<T> {
  const claim = claimFile(path)
  if (claim === undefined) {
    throw new Error(`another pull is writing ${path}; wait for it to end, then run the command again`)
  }
  try {
    return await write()
  } finally {
    claim.release()
  }
}

/**
 * The same for a small file: waits for its turn.
 * @throws Error in one sentence when it does not come.
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
