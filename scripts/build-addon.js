/**
 * Builds the addon and the builder and puts them, with ONNX Runtime's library, into the platform package. With `--portable` it is linked against
 * glibc 2.28, whatever this machine has: that is the one to ship. It takes `cargo zigbuild` and Zig, from the path or from
 * `target/portable-tools`, where they are installed at the first call (packages of PyPI, 300 MB).
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { GLIBC } from './glibc-floor.js'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'npm/linux-x64-gnu')
const addon = join(folder, 'milepost.linux-x64-gnu.node')

/**
 * Puts a file in the place of another, which a running server may have open: as a new file, since one that changes under a
 * process crashes it.
 */
function replace(from, to) {
  rmSync(to, { force: true })
  copyFileSync(from, to)
}

function run(command, args, path = process.env.PATH) {
  execFileSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: path } })
}

/** The addon as this machine links it, and its types. */
function build() {
  rmSync(addon, { force: true })
  const napi = ['napi', 'build', '--release', '--platform', '--no-js', '--dts', 'native.d.ts']
  const places = ['--cwd', 'crates/node', '--package-json-path', '../../npm/linux-x64-gnu/package.json']
  run('npx', [...napi, ...places, '--output-dir', '../../npm/linux-x64-gnu'])
}

/** The addon for older systems. Its types are those of the ordinary build. */
function buildPortable() {
  const target = 'x86_64-unknown-linux-gnu'
  run(
    'cargo',
    ['zigbuild', '--release', '-p', 'milepost-node', '--target', `${target}.${GLIBC}`],
    [tools(), process.env.PATH].join(delimiter),
  )
  replace(join(root, 'target', target, 'release/libmilepost_node.so'), addon)
}

/** The folder of `cargo-zigbuild` and of the Python that has Zig. */
function tools() {
  const environment = join(root, 'target/portable-tools')
  const bin = join(environment, 'bin')
  if (!existsSync(join(bin, 'cargo-zigbuild'))) {
    run('python3', ['-m', 'venv', environment])
    run(join(bin, 'pip'), ['install', '--quiet', '-r', 'scripts/portable-tools.txt'])
  }
  return bin
}

if (process.argv.includes('--portable')) buildPortable()
else build()

const versions = join(root, 'node_modules/onnxruntime-node/bin')
const library = readdirSync(versions)
  .map((version) => join(versions, version, 'linux/x64/libonnxruntime.so.1'))
  .find((path) => existsSync(path))
if (library === undefined) throw new Error(`no libonnxruntime.so.1 below ${versions}; run \`npm ci\` first`)
replace(library, join(folder, 'libonnxruntime.so.1'))

execFileSync('cargo', ['build', '--release', '-p', 'milepost-build'], { cwd: root, stdio: 'inherit' })
const release = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'release')
replace(join(release, 'milepost-build'), join(folder, 'milepost-build'))
