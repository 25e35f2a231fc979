/** A real browser for tests, without its sandbox, which needs rights that containers do not give. */
import { chromium, type Browser } from 'playwright-core'

import type { Program } from './needs.js'

export function openBrowser({ program, env }: Program): Promise<Browser> {
  return chromium.launch({
    executablePath: program,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    timeout: 60_000,
  })
}
