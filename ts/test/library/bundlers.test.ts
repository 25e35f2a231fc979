/** What docs/library.md says about bundlers: with the package outside, bundles of both module systems run. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { build, type Format } from 'esbuild'
import { afterAll, expect, test } from 'vitest'

import { ROOT } from '../support/paths.js'

// Below the tests, where `milepost` is found as a package that was built.
const folder = mkdtempSync(join(import.meta.dirname, '.bundles-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const PAGE = readFileSync(join(ROOT, 'docs/library.md'), 'utf8')

test.each<[Format, string]>([
  ['esm', 'mjs'],
  ['cjs', 'cjs'],
])('a bundle of esbuild as %s answers', async (format, ending) => {
  const [, flags = ''] = /esbuild \S+ (--bundle .*?) --outfile/.exec(PAGE) ?? []
  expect(flags).toContain('--external:milepost')
  const entry = join(folder, 'app.ts')
  writeFileSync(
    entry,
    "import { parse } from 'milepost'\nconsole.log(parse('12 Elm St, Reno NV').components.length)\n",
  )
  const outfile = join(folder, `app.${ending}`)
  await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format,
    external: ['milepost'],
    outfile,
  })
  const printed = execFileSync(process.execPath, [outfile], { encoding: 'utf8', timeout: 60_000 })
  expect(printed).toBe('5\n')
})
