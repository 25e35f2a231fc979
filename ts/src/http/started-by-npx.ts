/**
 * A server that npx started ends with it. npx runs a command in a shell and passes signals to that shell alone, which ends and leaves the
 * server behind, holding its port.
 */
import { readFileSync } from 'node:fs'

/** Milliseconds between looks at the parents: a port is free again soon after npx has ended. */
const LOOK_EVERY = 500

/** Ends this process, as SIGTERM does, once npx or its shell has gone. Does nothing when the process was not started by npx. */
export function endWithNpx(): void {
  if (process.env['npm_command'] !== 'exec') return
  const shell = process.ppid
  const npx = parentOf(shell)
  const watch = setInterval(() => {
    // Where no file can be opened the system does not tell, which is no sign that npx has gone.
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
    // The name of the program stands in brackets and may hold anything; behind it come the state and the parent.
    return readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')
      .at(-1)
      ?.split(' ')[1]
  } catch {
    return undefined
  }
}
