/** Builds the addon and the builder and puts them, with ONNX Runtime's library, into the platform package. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const target = join(root, 'npm/linux-x64-gnu')

const napi = ['napi', 'build', '--release', '--platform', '--no-js', '--dts', 'native.d.ts']
execFileSync(
  'npx',
  [
    ...napi,
    '--cwd',
    'crates/node',
    '--package-json-path',
    '../../npm/linux-x64-gnu/package.json',
    '--output-dir',
    '../../npm/linux-x64-gnu',
  ],
  {
    cwd: root,
    stdio: 'inherit',
  },
)

const versions = join(root, 'node_modules/onnxruntime-node/bin')
const library = readdirSync(versions)
  .map((version) => join(versions, version, 'linux/x64/libonnxruntime.so.1'))
  .find((path) => existsSync(path))
if (library === undefined) throw new Error(`no libonnxruntime.so.1 below ${versions}; run \`npm ci\` first`)
copyFileSync(library, join(target, 'libonnxruntime.so.1'))

execFileSync('cargo', ['build', '--release', '-p', 'milepost-build'], { cwd: root, stdio: 'inherit' })
const release = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'release')
copyFileSync(join(release, 'milepost-build'), join(target, 'milepost-build'))
