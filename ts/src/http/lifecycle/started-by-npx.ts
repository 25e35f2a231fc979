/**
 * Ends a server with the npx that started it. npx runs a command in a shell and passes signals only to that shell, which ends and leaves the
 * server running with its port.
 */
import { readFileSync } from 'node:fs'

/** Milliseconds between checks of the parents: a port is free soon after npx ends. */
const LOOK_EVERY = 500

/** Ends this process like SIGTERM once npx or its shell is gone. Does nothing if npx did not start the process. */
export function endWithNpx(): void {
  if (process.env['npm_command'] !== 'exec') return
  const shell = process.ppid
  const npx = parentOf(shell)
  const watch = setInterval(() => {
    // With no file handles left the parent is unknown, which does not mean that npx is gone.
    if (process.ppid === shell && (npx === undefined || (parentOf(shell) ?? npx) === npx)) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY)
  // It keeps nothing alive by itself.
  watch.unref()
}

/** The parent of a process; undefined where there is no `/proc`. */
function parentOf(pid: number): string | undefined {
  try {
    // The name of the program is in brackets and may contain anything; state and parent follow.
    return readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')
      .at(-1)
      ?.split(' ')[1]
  } catch {
    return undefined
  }
}
