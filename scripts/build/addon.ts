/**
 * Builds the addon and the builder and puts them, with ONNX Runtime's library, into the platform package.
 *
 * With `--portable` both are linked against glibc 2.28, whatever this machine has: those are the ones to ship. It takes
 * `cargo zigbuild` and Zig, from the path or from `target/portable-tools`, where they are installed at the first call (packages of
 * PyPI, 300 MB). Where they cannot be had it says so and builds nothing.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'

import { GLIBC } from './glibc-floor.js'
import { platformPackage, shippedFile } from './platform-package.js'
import { answers, findPython, makeEnvironment } from '../python-environment.js'

const root = join(import.meta.dirname, '../..')
const shipped = platformPackage()
const { triple, folder } = shipped
const addon = join(folder, `milepost.${triple}.node`)
const builder = shippedFile(shipped, 'milepost-build')

/**
 * Puts a file in the place of another, which a running server may have open: as a new file, since one that changes under a
 * process crashes it.
 */
function replace(from: string, to: string): void {
  rmSync(to, { force: true })
  copyFileSync(from, to)
}

function run(command: string, args: string[], path: string): void {
  execFileSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: path } })
}

/** Builds the addon, with its types, and the builder; `--portable` links both for an older glibc. */
function build(isPortable: boolean): void {
  const target = isPortable ? 'x86_64-unknown-linux-gnu' : hostTarget()
  const path = (isPortable ? [...tools(), process.env['PATH']] : [process.env['PATH']]).join(delimiter)
  const napi = ['napi', 'build', '--release', '--platform', '--no-js', '--dts', 'native.d.ts']
  const places = ['--cwd', 'crates/node', '--package-json-path', `../../npm/${triple}/package.json`]
  const linked = ['--target', isPortable ? `${target}.${GLIBC}` : target]
  rmSync(addon, { force: true })
  const crossCompiled = isPortable ? ['--cross-compile'] : []
  const out = ['--output-dir', `../../npm/${triple}`]
  // One call for both: their last steps take one core each, and run side by side.
  const packages = ['--', '-p', 'milepost-node', '-p', 'milepost-build']
  run('npx', [...napi, ...places, ...linked, ...crossCompiled, ...out, ...packages], path)
  const targets = process.env['CARGO_TARGET_DIR'] ?? join(root, 'target')
  replace(join(targets, target, 'release/milepost-build'), builder)
}

/** What this machine's Rust compiles for by default, such as `x86_64-unknown-linux-gnu`. */
function hostTarget(): string {
  const [, host] = /^host: (.+)$/m.exec(execFileSync('rustc', ['-vV'], { encoding: 'utf8' })) ?? []
  if (host === undefined) throw new Error('`rustc -vV` does not say for which machine it compiles')
  return host
}

/** The folder of `cargo-zigbuild` and of the Python that has Zig, where they are not on the path already. */
function tools(): string[] {
  if (answers('cargo-zigbuild', ['--version']) && answers('python3', ['-m', 'ziglang', 'version'])) return []
  const environment = join(root, 'target/portable-tools')
  const bin = join(environment, 'bin')
  if (!existsSync(join(bin, 'cargo-zigbuild'))) {
    try {
      const python = findPython()
      if (python === undefined) throw new Error('no Python')
      makeEnvironment(python, environment, ['-r', join(root, 'scripts/build/portable-tools.txt')])
    } catch {
      rmSync(environment, { recursive: true, force: true })
      console.error(
        `cannot link for glibc ${GLIBC}: cargo-zigbuild and ziglang are not here and PyPI does not give them; ` +
          'install both, or build without --portable for this machine alone',
      )
      process.exit(1)
    }
  }
  return [bin]
}

build(process.argv.includes('--portable'))

/** ONNX Runtime's library as the package names it; on macOS the file of npm has its version in its name. */
const library = shippedFile(shipped, 'onnxruntime')
const [stem = '', ...extension] = basename(library).split('.')
const versions = join(root, 'node_modules/onnxruntime-node/bin')
const published = readdirSync(versions)
  .map((version) => join(versions, version, process.platform, process.arch))
  .filter((path) => existsSync(path))
  .flatMap((path) => readdirSync(path).map((name) => join(path, name)))
  .find((path) => basename(path).startsWith(`${stem}.`) && path.endsWith(`.${extension.join('.')}`))
if (published === undefined)
  throw new Error(`no ${basename(library)} below ${versions}; run \`npm ci\` first`)
replace(published, library)
