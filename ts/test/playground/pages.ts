/** The page at `/`, opened in a real browser. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { BrowserContextOptions, Page } from 'playwright-core'

import type { OpenPage } from '../support/browser.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A page, everything it complained of, and the addresses it asked that are not its own server's. */
export async function openPage(
  open: OpenPage,
  url: string,
  fragment = '',
  options: BrowserContextOptions = {},
) {
  const strangers: string[] = []
  const opened = await open(
    `${url}/${fragment}`,
    { viewport: { width: 1200, height: 800 }, ...options },
    (page, complaints) => {
      page.on('dialog', (dialog) => {
        complaints.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      page.on('request', (request) => {
        if (/^https?:/.test(request.url()) && !request.url().startsWith(url)) strangers.push(request.url())
      })
    },
  )
  return { ...opened, strangers }
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
