/**
 * `npm run dev`, after a build: `milepost serve` from the sources in `ts/src`, started again when one of them or the addon changes, and the
 * page at `/` bundled again when its sources change. Parameters go to `serve`: `npm run dev -- --port 3001`. A change in `crates/` needs
 * `npm run build:addon` in a second terminal.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const tsx = join(root, 'node_modules/.bin/tsx')

/** Runs a program again whenever something that it imports or one of `more` changes. */
function watch(more: string[], ...program: string[]) {
  const included = more.flatMap((pattern) => ['--include', pattern])
  return spawn(tsx, ['watch', '--clear-screen=false', ...included, ...program], {
    cwd: root,
    stdio: 'inherit',
  })
}

const watchers = [
  watch(['ts/src/playground/browser/**'], 'scripts/build/playground.ts'),
  // All of the sources by name: what only a worker imports is not known to the process that is watched.
  watch(
    ['ts/src/**/*.ts', 'npm/linux-x64-gnu/*.node', 'ts/assets/playground/**'],
    ...['ts/src/cli/main.ts', 'serve', '--cpus', '1', ...process.argv.slice(2)],
  ),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const watcher of watchers) watcher.kill(signal)
  })
}
