/**
 * Copies what the page at `/docs` is made of, with its licence, from the package `swagger-ui-dist` to `ts/assets`. The package
 * itself, with its maps and variants, and a plugin that serves it would make an install 10 MB larger. Its code is kept compressed, which
 * saves another 1.3 MB.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const COMPRESSED = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']
const FILES = ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']

const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const to = join(import.meta.dirname, '../../ts/assets/swagger-ui')
rmSync(to, { recursive: true, force: true })
mkdirSync(to, { recursive: true })
for (const name of FILES) copyFileSync(join(from, name), join(to, name))
for (const name of COMPRESSED) {
  writeFileSync(join(to, `${name}.gz`), gzipSync(readFileSync(join(from, name)), { level: 9 }))
}
