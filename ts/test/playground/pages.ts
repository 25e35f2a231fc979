/** The page at `/`, opened in a real browser. `SCREENSHOTS=FOLDER` keeps pictures of what was seen. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Milliseconds that the page has for anything; a busy machine starts a browser slowly. */
export const PATIENCE = 60_000

/** A page, everything it complained of, and the addresses it asked that are not its own server's. */
export async function openPage(
  browser: Browser | undefined,
  url: string,
  fragment = '',
  options: BrowserContextOptions = {},
) {
  if (browser === undefined) throw new Error('the browser did not start')
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  const complaints: string[] = []
  const strangers: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(url)) strangers.push(request.url())
  })
  await page.goto(`${url}/${fragment}`)
  return { page, complaints, strangers, close: () => context.close() }
}

/** Keeps a picture of the page where somebody wants to look at it. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** What axe says is wrong. */
export async function faults(page: Page): Promise<string[]> {
  // Run in the page's own world: its policy allows no script of others in the document.
  await page.evaluate(AXE)
  return page.evaluate<string[]>(
    'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)))',
  )
}

/** Where the marker of the answer says that it is. */
export async function marker(page: Page): Promise<{ lat: number; lon: number }> {
  const pin = page.locator('.map-pin span')
  await pin.waitFor({ state: 'attached' })
  const [lat, lon] = await Promise.all([pin.getAttribute('data-lat'), pin.getAttribute('data-lon')])
  return { lat: Number(lat), lon: Number(lon) }
}
