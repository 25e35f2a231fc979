/**
 * Checks the types of every TypeScript project, and keeps what the compiler knows below `target/types`: of files that did not change it takes
 * the errors of last time. `ts/test` has the sources of `ts` too; the build compiles those separately, with their declarations.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')

const PROJECTS = ['ts/test', 'ts/src/playground/browser', 'scripts', 'benches']

for (const project of PROJECTS) {
  const known = join(ROOT, 'target/types', `${project.replaceAll('/', '-')}.tsbuildinfo`)
  const flags = ['-p', project, '--noEmit', '--incremental', '--tsBuildInfoFile', known]
  const { status } = spawnSync(process.execPath, [COMPILER, ...flags], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
