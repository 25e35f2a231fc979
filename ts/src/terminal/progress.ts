/** A progress line on a terminal; nothing elsewhere. */

/** Least milliseconds between two redraws. */
const EVERY_MS = 200

/** Runs a transfer that shows how many of its bytes are done, and ends the line after it. */
export async function withProgress<T>(
  name: string,
  transfer: (show: (done: number, size: number) => void) => Promise<T>,
): Promise<T> {
  let drawn = 0
  const show = (done: number, size: number) => {
    const now = performance.now()
    if (!process.stderr.isTTY || (now - drawn < EVERY_MS && done < size)) return
    drawn = now
    const filled = Math.floor((done / Math.max(size, 1)) * 30)
    const bar = '#'.repeat(filled).padEnd(30, '.')
    process.stderr.write(`\r${name} [${bar}] ${(done / 1e6).toFixed(1)} of ${(size / 1e6).toFixed(1)} MB`)
  }
  try {
    return await transfer(show)
  } finally {
    if (drawn > 0) process.stderr.write('\n')
  }
}
