/**
 * Takes the pictures of the page that the documents show, from the starter data: `npx tsx scripts/screenshots.ts [FOLDER]`, `docs/pictures`
 * unless another is named. It needs a build, and a browser as the tests do.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'

import { browser as findBrowser } from './test/needs.js'

const ROOT = join(import.meta.dirname, '..')
const folder = process.argv[2] ?? join(ROOT, 'docs/pictures')

/** Addresses of a table, one of which is nowhere. */
const TABLE = `id;street;zip;city;country
1;Rue de Courcelles 12;75008;Paris;France
2;asdf;;qwer;
3;Rue Haute 3;38660;Le Touvet;France
4;10 Downing Street;SW1A 2AA;London;United Kingdom
5;Unter den Linden 77;10117;Berlin;Germany
6;Calle de Alcalá 20;28014;Madrid;Spain
7;Via del Corso 10;00186;Roma;Italy
8;Place Bellecour 4;69002;Lyon;France
`

interface Picture {
  options: BrowserContextOptions
  /** Behind `#` of the page's address. */
  fragment: string
  /** Waits until the page shows what the picture is of. */
  ready: (page: Page) => Promise<void>
}

const isMarked = async (page: Page) => {
  await page.locator('#answer h2').waitFor()
  await page.locator('.map-pin').waitFor({ state: 'attached' })
}

const PICTURES: Readonly<Record<string, Picture>> = {
  playground: {
    options: { viewport: { width: 1080, height: 900 }, colorScheme: 'light' },
    fragment: '#q=350+5th+Ave+Apt+4B%2C+New+York%2C+NY+10118',
    ready: isMarked,
  },
  'playground-table': {
    options: { viewport: { width: 1080, height: 900 }, colorScheme: 'dark' },
    fragment: '',
    ready: async (page) => {
      const file = { name: 'houses.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) }
      await page.locator('#file').setInputFiles(file)
      await page.locator('.progress span').filter({ hasText: 'rows found' }).waitFor()
    },
  },
  'playground-phone': {
    options: { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true },
    fragment: '#q=Springfield',
    ready: isMarked,
  },
}

const found = findBrowser()
if (found.missing !== undefined) throw new Error(found.missing)
const server = spawn(process.execPath, [join(ROOT, 'ts/bin/milepost.js'), 'try', '--no-open', '--bulk'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [url] = (await once(createInterface({ input: server.stdout }), 'line')) as [string]
const browser = await chromium.launch({
  executablePath: found.program,
  env: { ...process.env, ...found.env },
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  for (const [name, { options, fragment, ready }] of Object.entries(PICTURES)) {
    // Still pictures: maps come without their movements.
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await page.goto(`${url}${fragment}`)
    await ready(page)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(folder, `${name}.png`) })
    await context.close()
  }
} finally {
  await browser.close()
  server.kill('SIGTERM')
}
