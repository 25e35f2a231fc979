/** Tables on the page, in a real browser: from pasted lines and dropped files, by `/v1/batch` and by `/v1/bulk`. */
import { readFileSync } from 'node:fs'

import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { PATIENCE, picture, useBrowser } from '../support/browser.js'
import { startSearch } from '../search/servers.js'
import { EVERYTHING, type Running, start } from '../support/servers.js'
import { faults, openPage } from './pages.js'

describe('in a browser', { timeout: 240_000 }, () => {
  const openInBrowser = useBrowser()
  const servers: Record<string, Running> = {}

  beforeAll(async () => {
    servers['batch'] = await start(EVERYTHING)
    // It takes three rows at once.
    servers['small batch'] = await start(EVERYTHING, 3)
    servers['bulk'] = await start(EVERYTHING, 3, { bulk: {} })
    servers['search'] = await startSearch(EVERYTHING)
  }, 240_000)

  afterAll(async () => {
    await Promise.all(Object.values(servers).map((server) => server.close()))
  })

  const open = (server: string, options: BrowserContextOptions = {}) =>
    openPage(openInBrowser, servers[server]?.url ?? '', '', options)

  /** Drops a file of these bytes. */
  const drop = (page: Page, bytes: string | Buffer) =>
    page.evaluate(
      ({ base64 }) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([bytes], 'houses.csv'))
        dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
      },
      { base64: Buffer.from(bytes).toString('base64') },
    )

  const paste = (page: Page, text: string) =>
    page.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.querySelector('#address')?.dispatchEvent(paste)
    }, text)

  const counted = (page: Page, text: string | RegExp) =>
    page.locator('.progress span').filter({ hasText: text }).waitFor()

  async function downloaded(page: Page): Promise<string[]> {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    return readFileSync(await (await download).path(), 'utf8')
      .replace('\ufeff', '')
      .trimEnd()
      .split('\r\n')
  }

  const HOUSES = [
    'id;street;city;zip',
    '1;;Le Touvet;38660',
    '2;"asdf; qwer";;',
    '3;;Reno NV;',
    '4;;Paris;75008',
    '5;;Lyon;',
    '6;;Besan\xe7on;',
    '',
  ].join('\r\n')

  test.each([
    ['small batch', 'v1/batch'],
    ['bulk', 'v1/bulk'],
  ])('a dropped table is filled by %s, and can be downloaded', async (server, route) => {
    const { page, complaints, strangers, close } = await open(server)
    const asked = new Set<string>()
    page.on('request', (request) => asked.add(new URL(request.url()).pathname.slice(1)))
    // Latin letters of Windows, not UTF-8.
    await drop(page, Buffer.from(HOUSES, 'latin1'))
    await counted(page, '5 of 6 rows found')
    expect([...asked].filter((path) => /^v1.b/.test(path))).toEqual([route])
    expect(complaints.filter((text) => !text.includes('413'))).toEqual([])
    expect(strangers).toEqual([])
    const table = page.locator('#table')
    expect(await table.innerText()).toContain('Address read from: street, city, zip')
    expect(await table.innerText()).toContain('Windows-1252')
    expect(await table.locator('tbody tr').count()).toBe(6)
    expect(await table.locator('tbody tr').first().innerText()).toMatch(
      /Le Touvet.*45\.3\d+\s+5\.9\d+\s+Town\s+[\d.]+ km/s,
    )
    expect(await table.locator('progress').getAttribute('value')).toBe('6')
    expect(await page.locator('path.map-row').count()).toBe(5)
    if (server === 'bulk') await picture(page, 'table')
    const lines = await downloaded(page)
    expect(lines[0]).toBe('id,street,city,zip,lat,lon,resolution_tier,accuracy_m,confidence,error')
    expect(lines[1]).toMatch(/^1,,Le Touvet,38660,45\.3\d+,5\.9\d+,admin,\d+,(0\.\d+|1),$/)
    expect(lines[2]).toBe(
      `2,asdf; qwer,,,,,,,,${server === 'bulk' ? 'nothing that looks like an address' : ''}`,
    )
    expect(lines[6]).toMatch(/^6,,Besançon,,47\.2/)
    await close()
  })

  test('columns that were guessed wrongly are chosen anew, by keys alone', async () => {
    const { page, complaints, close } = await open('batch')
    // Where the firm sits, and where it delivers.
    await drop(page, 'city,delivery\nParis,Reno NV\nParis,38660 Le Touvet\n')
    await counted(page, '2 of 2 rows found')
    const rows = page.locator('#table tbody tr')
    expect(await rows.first().innerText()).toMatch(/^Paris/)
    const summary = page.locator('#table summary')
    await summary.focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Whole address').focus()
    await page.keyboard.type('delivery')
    await page.getByLabel('Town').focus()
    await page.keyboard.press('Home')
    expect(await faults(page)).toEqual([])
    await picture(page, 'columns')
    await page.getByRole('button', { name: 'Look up these' }).focus()
    await page.keyboard.press('Enter')
    await rows.filter({ hasText: 'Le Touvet' }).waitFor()
    expect(await rows.first().innerText()).toMatch(/^Reno NV\s+39\.5/)
    expect(await summary.innerText()).toBe('Address read from: delivery')
    await counted(page, '2 of 2 rows found')
    // Points of the first reading are gone.
    expect(await page.locator('path.map-row').count()).toBe(2)
    expect((await downloaded(page))[1]).toMatch(/^Paris,Reno NV,39\.5/)
    expect(complaints).toEqual([])
    await close()
  })

  test('a file whose columns have names that say nothing waits until they are chosen', async () => {
    const { page, complaints, close } = await open('bulk')
    await drop(page, 'a;b;c\n1;Reno;NV\n2;Boise;ID\n')
    await page.locator('#table').getByText('Choose the columns').waitFor()
    expect(await page.locator('#table tbody').count()).toBe(0)
    await page.getByLabel('The address is in columns').check()
    await page.getByRole('button', { name: 'Look up these' }).click()
    await page.getByRole('alert').filter({ hasText: 'Choose at least one column.' }).waitFor()
    await page.getByLabel('Town').selectOption('b')
    await page.getByLabel('State or region').selectOption('c')
    await page.getByRole('button', { name: 'Look up these' }).click()
    await counted(page, '2 of 2 rows found')
    expect(await page.locator('#table tbody tr').last().innerText()).toMatch(/^Boise, ID\s+43\.6/)
    // A table without a row of names: its first line is an address as well.
    await page.getByLabel('The first line holds the names').uncheck()
    expect(await page.getByLabel('Town').locator('option').allInnerTexts()).toContain('column 2 (b)')
    await page.getByRole('button', { name: 'Look up these' }).click()
    await counted(page, /of 3 rows found/)
    await page.getByLabel('Each line is one address').check()
    await page.getByRole('button', { name: 'Look up these' }).click()
    await page.locator('#table tbody tr').filter({ hasText: '1;Reno;NV' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('a file is chosen by keys alone', async () => {
    const { page, close } = await open('batch')
    // Waited for from the start: the browser must know of it before the key is pressed.
    const opened = page.waitForEvent('filechooser')
    const focused = () => page.evaluate<string>('document.activeElement.id')
    for (let presses = 0; presses < 20 && (await focused()) !== 'file'; presses += 1)
      await page.keyboard.press('Tab')
    expect(await focused()).toBe('file')
    expect(await faults(page)).toEqual([])
    await picture(page, 'file-by-keys')
    await page.keyboard.press('Space')
    const chooser = await opened
    await chooser.setFiles({
      name: 'houses.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('city,zip\nLe Touvet,38660\n'),
    })
    await counted(page, '1 of 1 rows found')
    await close()
  })

  test.each([
    ['light', 1200],
    ['dark', 1200],
    ['light', 360],
    ['dark', 360],
  ] as const)('axe finds nothing wrong with a table, %s, %d pixels wide', async (colorScheme, width) => {
    const { page, close } = await open('batch', { colorScheme, viewport: { width, height: 740 } })
    await paste(page, 'Reno, NV\nasdf qwer\n')
    await counted(page, '1 of 2 rows found')
    expect(await faults(page)).toEqual([])
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    await picture(page, `table-${colorScheme}-${String(width)}`)
    await close()
  })

  test('several lines that are pasted are a table', async () => {
    const { page, close } = await open('batch')
    await paste(page, 'Reno, NV\n38660 Le Touvet\n')
    await counted(page, '2 of 2 rows found')
    expect(await page.locator('#table summary').innerText()).toBe('Each line is one address')
    await page.getByRole('button', { name: 'Close the table' }).click()
    expect(await page.locator('#table').isVisible()).toBe(false)
    expect(await page.locator('path.map-row').count()).toBe(0)
    await close()
  })

  // A stream sends many rows at a time, so that fewer of them come whole in one piece.
  test.each([
    ['batch', 5_000],
    ['bulk', 20_000],
  ])('thousands of lines by %s: progress, the first 500, all in the file', async (server, rows) => {
    const total = rows.toLocaleString('en')
    const { page, complaints, close } = await open(server)
    const towns = ['Reno NV', 'Boise ID', 'Boulder CO', '38660 Le Touvet', '69003 Lyon']
    const text = Array.from(
      { length: rows },
      (_, row) => `${String(row + 1)} Main St, ${towns[row % 5] ?? ''}`,
    )
    // Too short for a look from outside: every text that the page gains is kept, as several may come before the observer is called.
    await page.evaluate(() => {
      const said: string[] = []
      Object.assign(globalThis, { said })
      new MutationObserver((records) => {
        for (const { addedNodes } of records) {
          for (const node of addedNodes) if (node.nodeType === Node.TEXT_NODE) said.push(node.nodeValue ?? '')
        }
      }).observe(document.querySelector('#table') ?? document, { subtree: true, childList: true })
    })
    await paste(page, text.join('\n'))
    await counted(page, `${total} of ${total} rows found`)
    const said = await page.evaluate<string[]>('said')
    expect(
      said.filter((words) => new RegExp(`^[\\d,]+ of ${total} rows$`).test(words)).length,
    ).toBeGreaterThan(1)
    expect(await page.locator('#table tbody tr').count()).toBe(500)
    // The first thousand are elements, the rest are painted.
    expect(await page.locator('path.map-row').count()).toBe(1000)
    const lines = await downloaded(page)
    expect(lines).toHaveLength(rows + 1)
    expect(lines[rows]).toMatch(new RegExp(`^"${String(rows)} Main St, ?69003 Lyon",45\\.7`))
    await picture(page, `thousands-${server}`)
    expect(complaints).toEqual([])
    await close()
  })

  test('what is answered stays when the server fails, and the rest can be asked for again', async () => {
    const { page, close } = await open('small batch')
    let isDown = false
    await page.route('**/v1/batch', async (route) => {
      const rows = (route.request().postDataJSON() as { addresses: string[] }).addresses.length
      if (isDown) await route.fulfill({ status: 503, json: { error: 'the server is shutting down' } })
      else {
        await route.continue()
        // The slices of a hundred and of 25 rows are refused; the first one that is answered is the last.
        if (rows <= 3) isDown = true
      }
    })
    await paste(page, 'Reno NV\nBoise ID\nLyon\nParis\n')
    await counted(page, /^\d of 4 rows, then: the server is shutting down$/)
    const answered = await page.locator('#table tbody tr').count()
    expect(answered).toBeLessThan(4)
    const lines = await downloaded(page)
    expect(lines.at(-1)).toBe('Paris,,,,,,not answered')
    await page.unroute('**/v1/batch')
    await page.getByRole('button', { name: 'Go on' }).click()
    await counted(page, '4 of 4 rows found')
    expect(await page.locator('#table tbody tr').count()).toBe(4)
    await close()
  })

  test('a stream that breaks off is reported', async () => {
    const { page, close } = await open('bulk')
    await page.route('**/v1/bulk?*', (route) => route.abort('connectionreset'))
    await paste(page, 'Reno NV\nBoise ID\n')
    await counted(page, '0 of 2 rows, then: The server does not answer.')
    await page.unroute('**/v1/bulk?*')
    await page.route('**/v1/bulk?*', (route) =>
      route.fulfill({ status: 413, json: { error: 'request body too large' } }),
    )
    await page.getByRole('button', { name: 'Go on' }).click()
    await counted(page, '0 of 2 rows, then: request body too large')
    await page.unroute('**/v1/bulk?*')
    await page.getByRole('button', { name: 'Go on' }).click()
    await counted(page, '2 of 2 rows found')
    await close()
  })

  test('a file with nothing in it, and one that is too large, are reported where everybody sees it', async () => {
    const { page, complaints, close } = await open('batch')
    await drop(page, '\ufeff\r\n')
    await page.locator('#message').filter({ hasText: 'There is nothing in it' }).waitFor()
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(20_000_001)], 'large.csv'))
      dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
    })
    await page.locator('#message').filter({ hasText: 'large.csv is too large for this page' }).waitFor()
    expect(await page.locator('#table').isVisible()).toBe(false)
    expect(await faults(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  test('markup in a table is text', async () => {
    const { page, complaints, close } = await open('batch')
    const evil = '<img src=x onerror=alert(1)>'
    await drop(page, `street,city,"${evil}"\n12 ${evil} St,Reno NV,${evil}\n${evil},${evil},\n`)
    await counted(page, /of 2 rows found/)
    await page.locator('#table tbody button').first().click()
    await page.locator('#table summary').click()
    expect(await page.locator('#table').innerText()).toContain(`12 ${evil} St`)
    expect(await page.getByLabel('Town').locator('option').allInnerTexts()).toContain(evil)
    expect(await page.locator('img').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  // Regression: the page took the lines away and said so to screen readers alone.
  test('a page without tables takes pasted lines as one text', async () => {
    const { page, close } = await open('search', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.evaluate(() => navigator.clipboard.writeText('38660\nLe Touvet'))
    await page.locator('#address').focus()
    await page.keyboard.press('Control+V')
    await expect
      .poll(() => page.locator('#address').inputValue(), { timeout: PATIENCE })
      .toMatch(/38660 ?Le Touvet/)
    await close()
  })
})
