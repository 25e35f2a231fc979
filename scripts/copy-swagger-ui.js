/**
 * Copies what the page at `/docs` is made of, with its licence, from the package `swagger-ui-dist` to `ts/assets`. The package
 * itself, with its maps and variants, and a plugin that serves it would make an install 10 MB larger.
 */
import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const FILES = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'favicon-32x32.png',
  'LICENSE',
  'NOTICE',
  'swagger-ui-bundle.js.LICENSE.txt',
]

const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const to = join(import.meta.dirname, '../ts/assets/swagger-ui')
mkdirSync(to, { recursive: true })
for (const name of FILES) copyFileSync(join(from, name), join(to, name))
