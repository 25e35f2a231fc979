/** Connections that the primary hands to its workers. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

test('one that a worker sends back when all ports are closed is closed, and its client does not wait', async () => {
  const script = join(import.meta.dirname, 'refused-connection.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script], {
    timeout: 30_000,
  })
  expect(stdout).toBe('closed')
})
