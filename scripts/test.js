/**
 * Runs every check and ends with one line, `N passed, N failed`: the tests of cargo and vitest, and each of the other
 * checks as one. A check that fails does not stop the later ones.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const root = join(import.meta.dirname, '..')
const totals = { passed: 0, failed: 0 }

/** Runs a command, shows its output, and returns it with the exit code. */
function run(command, ...args) {
  console.log(`\n> ${command} ${args.join(' ')}`)
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const [stream, out] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      stream.on('data', (chunk) => {
        output += chunk
        out.write(chunk)
      })
    }
    child.on('error', (error) => resolve({ code: 1, output: String(error) }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** What a check ends with that could not be made here (the convention of automake); it counts as neither. */
const SKIPPED = 77

/** Counts a command as one check. */
async function check(command, ...args) {
  const { code } = await run(command, ...args)
  if (code === SKIPPED) return false
  totals[code === 0 ? 'passed' : 'failed'] += 1
  return code === 0
}

/** Counts a test runner by its own closing lines; one that fails without naming a failed test failed as a whole. */
async function tests(pattern, command, ...args) {
  const { code, output } = await run(command, ...args)
  let failed = 0
  for (const { groups } of stripVTControlCharacters(output).matchAll(pattern)) {
    totals.passed += Number(groups.passed ?? 0)
    failed += Number(groups.failed ?? 0)
  }
  totals.failed += code !== 0 && failed === 0 ? 1 : failed
}

await check('cargo', 'fmt', '--all', '--check')
await check('python3', '-m', 'unittest', 'discover', '-s', 'benches/quality')
await check('python3', 'benches/quality/leak_check.py')
await check('node', 'scripts/licences.js')
if (await check('npm', 'run', '--silent', 'build')) {
  // Types of the addon are made by the build, and rules on types need them.
  await check('npm', 'run', '--silent', 'lint')
  await check('npm', 'run', '--silent', 'types')
  await check('cargo', 'clippy', '--workspace', '--all-targets', '--', '-D', 'warnings')
  await tests(
    /test result: \w+\. (?<passed>\d+) passed; (?<failed>\d+) failed/g,
    'cargo',
    'test',
    '--workspace',
    '--no-fail-fast',
  )
  await check('training/test_in_debian.sh')
  // What ships is linked for an older glibc: the tests behind run on that, and pack it as it is published.
  if (await check('npm', 'run', '--silent', 'build:addon', '--', '--portable'))
    process.env.MILEPOST_PORTABLE = '1'
  await tests(/Tests +(?:(?<failed>\d+) failed(?: \| )?)?(?:(?<passed>\d+) passed)?/g, 'npx', 'vitest', 'run')
}
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed === 0 ? 0 : 1
