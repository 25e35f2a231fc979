/** A real browser for tests: Debian's Chromium. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { chromium, type Browser } from 'playwright-core'

/** The program; undefined, with the reason on standard error, where none is installed. */
export function findBrowser(): string | undefined {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'chromium'))
    .find((file) => existsSync(file))
  if (found === undefined) console.warn('tests in a browser are left out: `apt-get install chromium`')
  return found
}

/** Starts the browser. Without its sandbox, which needs rights that containers do not give. */
export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    timeout: 60_000,
  })
}
