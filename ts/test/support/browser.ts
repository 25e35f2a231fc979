/** A real browser for tests. `SCREENSHOTS=FOLDER` keeps pictures of what was seen. */
import { join } from 'node:path'

import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'

import { browser as findBrowser, orSkip } from './needs.js'

/** Milliseconds that a page has for anything; a busy machine starts a browser slowly. */
export const PATIENCE = 60_000

/** A page, and everything that it complained of. */
export interface OpenedPage {
  page: Page
  complaints: string[]
  close: () => Promise<void>
}

/** Opens a page; `watch` sees it before it is loaded. */
export type OpenPage = (
  url: string,
  options?: BrowserContextOptions,
  watch?: (page: Page, complaints: string[]) => void,
) => Promise<OpenedPage>

/** Starts a browser for a group of tests, which are skipped where there is none. */
export function useBrowser(): OpenPage {
  const found = findBrowser()
  let browser: Browser | undefined

  beforeAll(async () => {
    if (found.missing !== undefined) return
    browser = await chromium.launch({
      executablePath: found.program,
      env: { ...process.env, ...found.env },
      // Its sandbox needs rights that containers do not give.
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
      timeout: 60_000,
    })
  }, 120_000)

  beforeEach((context) => {
    orSkip(found, context)
  })

  afterAll(async () => {
    await browser?.close()
  })

  return async (url, options = {}, watch) => {
    if (browser === undefined) throw new Error('the browser did not start')
    const context = await browser.newContext({ viewport: { width: 1200, height: 600 }, ...options })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE)
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    watch?.(page, complaints)
    await page.goto(url)
    return { page, complaints, close: () => context.close() }
  }
}

/** Keeps a picture of the page where somebody wants to look at it. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
}
