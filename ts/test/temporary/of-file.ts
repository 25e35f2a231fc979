/** Before the tests of a file: a temporary folder for them, so that a run never holds the data roots of more files than run at once. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll } from 'vitest'

import { removeFolder, restore } from '../../../scripts/test/temporary-folder.js'

const before = process.env['TMPDIR']
const folder = mkdtempSync(join(tmpdir(), 'file-'))
process.env['TMPDIR'] = folder

// Vitest calls these hooks in the opposite order: this one after those of the file.
afterAll(() => {
  restore(before)
  removeFolder(folder)
})
