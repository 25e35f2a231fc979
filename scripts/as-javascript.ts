/**
 * A TypeScript program as one file of JavaScript, for processes that must not carry `tsx`: those whose memory is measured (it takes 30 MB),
 * and those that start many times (it takes 0.3 s). From a command line, `tsx scripts/as-javascript.ts FILE [ARGUMENT]...` runs the program.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'

import { buildSync } from 'esbuild'

const FOLDER = join(import.meta.dirname, '../target/plain')

/**
 * Writes the JavaScript of a program and returns its path. Packages stay imports; the file lies in the checkout, where Node.js finds them. The
 * program must not read `import.meta.dirname`, which is that of the written file.
 */
export function plain(program: string): string {
  mkdirSync(FOLDER, { recursive: true })
  const outfile = join(FOLDER, basename(program).replace(/\.ts$/, '.mjs'))
  buildSync({
    entryPoints: [program],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  })
  return outfile
}

if (process.argv[1] === import.meta.filename) {
  const [program, ...parameters] = process.argv.slice(2)
  if (program === undefined) throw new Error('give the program, such as benches/node/timed.ts')
  const { status } = spawnSync(process.execPath, [plain(program), ...parameters], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
