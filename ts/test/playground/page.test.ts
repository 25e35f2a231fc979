/** The page at `/` in a real browser: by keys, by presses on the map, on every surface. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { PATIENCE, picture, useBrowser } from '../support/browser.js'
import { startParser, WITH_WEIGHTS } from '../parser/servers.js'
import { startPelias } from '../pelias/servers.js'
import { startSearch } from '../search/servers.js'
import { EVERYTHING, NO_WEIGHTS, noGazetteer, type Running, start } from '../support/servers.js'
import { startTypeahead } from '../typeahead/servers.js'
import { faults, marker, openPage } from './pages.js'

const HOUSE = '12 bis chemin du Four Banal 38660 Le Touvet'

describe('in a browser', { timeout: 240_000 }, () => {
  const openInBrowser = useBrowser()
  const servers: Record<string, Running> = {}

  beforeAll(async () => {
    servers['native'] = await start(EVERYTHING)
    servers['no gazetteer'] = await start(noGazetteer())
    servers['no weights'] = await start(NO_WEIGHTS)
    servers['search'] = await startSearch(EVERYTHING)
    servers['typeahead'] = await startTypeahead(createEngine(EVERYTHING))
    servers['parser'] = await startParser(WITH_WEIGHTS)
    servers['pelias'] = await startPelias(createEngine(EVERYTHING))
  }, 240_000)

  afterAll(async () => {
    await Promise.all(Object.values(servers).map((server) => server.close()))
  })

  const open = (server: string, fragment = '', options: BrowserContextOptions = {}) =>
    openPage(openInBrowser, servers[server]?.url ?? '', fragment, options)

  test('colours the parts while they are typed, and marks the place', async () => {
    const { page, complaints, strangers, close } = await open('native')
    await page.locator('#address').pressSequentially(HOUSE)
    const parts = page.locator('.parts li')
    await parts.filter({ hasText: 'Le Touvet' }).waitFor()
    expect(await parts.locator('.value').allTextContents()).toEqual([
      '12 bis',
      'chemin',
      'du Four Banal',
      '38660',
      'Le Touvet',
    ])
    expect(await parts.evaluateAll((items) => items.map((item) => item.getAttribute('data-colour')))).toEqual(
      ['number', 'street', 'street', 'postcode', 'town'],
    )
    expect(await parts.first().locator('.label').innerText()).toMatch(/house number\s*\d+%/)
    // In place: the tints behind the field spell the text, and lie where its letters are.
    expect(await page.locator('#tints').textContent()).toBe(HOUSE)
    expect(await page.locator('#tints .tint').allTextContents()).toContain('du Four Banal')
    // Without pressing Enter.
    await page.locator('#answer h2').filter({ hasText: 'Le Touvet' }).waitFor()
    const { lat, lon } = await marker(page)
    expect(lat).toBeCloseTo(45.36, 1)
    expect(lon).toBeCloseTo(5.95, 1)
    await page.locator('path.map-radius').waitFor({ state: 'attached' })
    expect(await page.locator('.trail li').allInnerTexts()).toEqual([
      expect.stringMatching(/^France/),
      expect.stringMatching(/^Auvergne/),
      expect.stringMatching(/^Isère/),
      expect.stringMatching(/^Le Touvet/),
    ])
    expect(await page.locator('#answer').innerText()).toContain('The middle of the town, not the house')
    expect(new URL(page.url()).hash).toBe(`#${new URLSearchParams({ q: HOUSE }).toString()}`)
    await picture(page, 'native')
    expect(complaints).toEqual([])
    expect(strangers).toEqual([])
    await close()
  })

  test('stands where the point is: the middle of the map', async () => {
    const { page, close } = await open('native', '#q=48.8566,%202.3522')
    expect(await marker(page)).toEqual({ lat: 48.8566, lon: 2.3522 })
    // Coordinates have no namesakes.
    expect(await page.locator('.others').count()).toBe(0)
    const middleOf = (selector: string) =>
      page.locator(selector).evaluate((found) => {
        const { x, y, width, height } = found.getBoundingClientRect()
        return [x + width / 2, y + height / 2]
      })
    await expect
      .poll(
        async () => {
          const [[x = 0, y = 0], [left = 0, top = 0]] = [
            await middleOf('.map-pin span'),
            await middleOf('#map'),
          ]
          return Math.hypot(x - left, y - top)
        },
        { timeout: PATIENCE },
      )
      .toBeLessThan(12)
    await close()
  })

  test('is of use by keys alone: completion, answer, places, map', async () => {
    const { page, complaints, close } = await open('native')
    const focused = () =>
      page.evaluate<string>('document.activeElement.id || document.activeElement.textContent')
    for (let presses = 0; presses < 20 && (await focused()) !== 'address'; presses += 1)
      await page.keyboard.press('Tab')
    expect(await focused()).toBe('address')
    await page.keyboard.type('paris tex')
    const option = page.locator('[role=option]').filter({ hasText: 'Texas' }).first()
    await option.waitFor()
    expect(await page.locator('#address').getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('ArrowDown')
    const active = await page.locator('#address').getAttribute('aria-activedescendant')
    expect(await page.locator(`#${String(active)}`).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Escape')
    await option.waitFor({ state: 'hidden' })
    await page.keyboard.type('a')
    await option.waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page
      .locator('#answer h2')
      .filter({ hasText: /Paris, Texas/ })
      .waitFor()
    expect(await page.locator('#status').textContent()).toContain('Paris')
    const { lat } = await marker(page)
    expect(lat).toBeCloseTo(33.66, 1)
    // On to the map, which moves by arrows and answers what is in its middle.
    await page.locator('#map').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).hash, { timeout: PATIENCE }).toMatch(/^#at=33\.\d+,-95\.\d+$/)
    expect(complaints).toEqual([])
    await close()
  })

  test('a press on the map asks for the place at that point', async () => {
    const { page, complaints, close } = await open('native', '#q=75008+Paris')
    await page.locator('#answer h2').filter({ hasText: 'Paris' }).waitFor()
    await marker(page)
    const box = await page.locator('#map').boundingBox()
    if (box === null) throw new Error('the map is not shown')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.65)
    await expect.poll(() => new URL(page.url()).hash, { timeout: PATIENCE }).toMatch(/^#at=48\.\d+,2\.\d+$/)
    await page.locator('#answer .level').filter({ hasText: 'What is at this point' }).waitFor()
    expect(await page.locator('.trail').innerText()).toContain('France')
    // The field and the parts are those of the point, not of the text before.
    expect(await page.locator('#address').inputValue()).toMatch(/^48\.\d+, 2\.\d+$/)
    expect(
      await page.locator('#parts li').evaluateAll((parts) => parts.map((part) => part.dataset['label'])),
    ).toEqual(['coordinates'])
    expect(complaints).toEqual([])
    await close()
  })

  test('a link holds the point as well, and opens near it', async () => {
    const { page, close } = await open('native', '#at=45.7,4.8')
    await page.locator('#answer h2').filter({ hasText: 'Saint-Genis-Laval' }).waitFor()
    expect(await marker(page)).toEqual({ lat: 45.7, lon: 4.8 })
    expect(await metresOfScale(page)).toBeLessThanOrEqual(20_000)
    await close()
  })

  test('without tiles a point is shown among its towns', async () => {
    const { page, close } = await open('native', '#q=45.3586,+5.9531')
    await page.locator('#answer h2').waitFor()
    await marker(page)
    const metres = await metresOfScale(page)
    expect(metres).toBeGreaterThanOrEqual(500)
    expect(metres).toBeLessThanOrEqual(10_000)
    await close()
  })

  test('a spreadsheet is refused with the advice to save it as CSV', async () => {
    const { page, close } = await open('native')
    const buffer = Buffer.from('PK\u0003\u0004 and so on')
    await page.locator('#file').setInputFiles({ name: 'a.xlsx', mimeType: 'application/zip', buffer })
    await page
      .locator('#message')
      .filter({ hasText: 'a.xlsx is a spreadsheet or an archive. Save it as CSV' })
      .waitFor()
    await close()
  })

  test.each(['light', 'dark'] as const)(
    'the circle of an answer stands out in %s mode',
    async (colorScheme) => {
      const { page, close } = await open('native')
      await page.emulateMedia({ colorScheme })
      const colours = await page.evaluate(() => {
        const style = getComputedStyle(document.documentElement)
        return ['--mark', '--land', '--water'].map((name) => style.getPropertyValue(name).trim())
      })
      const [mark = '', ...grounds] = colours
      for (const ground of grounds) expect(contrast(mark, ground)).toBeGreaterThanOrEqual(3)
      await close()
    },
  )

  test('namesakes are distinguished, and one of them can be chosen', async () => {
    const { page, close } = await open('native', '#q=Springfield')
    const others = page.locator('.others button')
    await others.filter({ hasText: 'Springfield, Illinois, United States' }).click()
    await page.locator('#answer h2').filter({ hasText: 'Illinois' }).waitFor()
    expect(await page.locator('#address').inputValue()).toBe('Springfield, Illinois, United States')
    await close()
  })

  test('a query without a result is reported, with the JSON and the command that makes it', async () => {
    const { page, close } = await open('native', '#q=asdf+qwer')
    await page.locator('#answer h2').filter({ hasText: 'No place found' }).waitFor()
    expect(await page.locator('.map-pin').count()).toBe(0)
    await page.locator('summary').filter({ hasText: 'JSON' }).click()
    const json = await page.locator('details').first().locator('pre').innerText()
    expect(JSON.parse(json)).toMatchObject({ epistemic_status: 'unresolved', lat: null })
    await page.locator('summary').filter({ hasText: 'curl' }).click()
    const command = await page.locator('details').last().locator('pre').innerText()
    expect(command).toMatch(
      /^curl -s 'http:\/\/127\.0\.0\.1:\d+\/v1\/geocode' .* -d '\{"address":"asdf qwer"\}'$/,
    )
    await page.locator('details').last().locator('button').click()
    await expect
      .poll(() => page.locator('#status').textContent(), { timeout: PATIENCE })
      .toMatch(/^curl (copied|could)/)
    await close()
  })

  // Regression: the name above the marker was read as markup.
  test('markup in an address is text: in the field, the answer, on the map and in a link', async () => {
    const evil = '12 <img src=x onerror=alert(1)> Street, Reno NV'
    const { page, complaints, close } = await open('native', `#q=${encodeURIComponent(evil)}`)
    await page.locator('#answer h2').filter({ hasText: 'Reno' }).waitFor()
    await marker(page)
    expect(await page.locator('#address').inputValue()).toBe(evil)
    expect(await page.locator('#tints').textContent()).toBe(evil)
    expect(await page.locator('img').count()).toBe(0)
    const title = '<img src=x onerror=alert(1)>, Reno'
    await page.route('**/v1/geocode', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { hierarchy: { name: string }[] }
      await route.fulfill({
        response,
        json: { ...body, hierarchy: body.hierarchy.map((place) => ({ ...place, name: title })) },
      })
    })
    await page.getByRole('button', { name: 'Find' }).click()
    await page.locator('.map-name').filter({ hasText: '<img src=x' }).waitFor()
    expect(await page.locator('img').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  test('a slow server: the page says that it waits, and a refusal or a server that is gone is reported', async () => {
    const { page, close } = await open('native')
    let answer: (() => void) | undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/v1/geocode', async (route) => {
      await held
      await route.continue()
    })
    await page.locator('#address').fill('Reno NV')
    await page.keyboard.press('Enter')
    await page.locator('#answer').filter({ hasText: 'Looking it up' }).waitFor()
    expect(await page.locator('#answer').getAttribute('aria-busy')).toBe('true')
    expect(await faults(page)).toEqual([])
    answer?.()
    await page.locator('#answer h2').filter({ hasText: 'Reno' }).waitFor()
    expect(await page.locator('#answer').getAttribute('aria-busy')).toBeNull()
    const level = page.locator('#answer .level')
    await page.unroute('**/v1/geocode')
    for (const [status, json, words] of [
      [413, { error: 'request body too large' }, 'request body too large'],
      [
        503,
        { error: 'geocoder not available', detail: 'no gazetteer' },
        'geocoder not available: no gazetteer',
      ],
      [502, undefined, 'The server answered 502 without JSON.'],
    ] as const) {
      await page.route('**/v1/geocode', (route) =>
        route.fulfill(json === undefined ? { status, body: '<h1>Bad gateway</h1>' } : { status, json }),
      )
      await page.getByRole('button', { name: 'Find' }).click()
      await level.filter({ hasText: words }).waitFor()
      expect(await page.locator('.map-pin').count()).toBe(0)
      await page.unroute('**/v1/geocode')
    }
    await page.route('**/v1/geocode', (route) => route.abort('connectionrefused'))
    await page.getByRole('button', { name: 'Find' }).click()
    await level.filter({ hasText: 'The server does not answer.' }).waitFor()
    await page.locator('#address').fill('')
    await page.keyboard.press('Enter')
    await page.locator('#message').filter({ hasText: 'Type an address first.' }).waitFor()
    await close()
  })

  test.each([
    ['no gazetteer', 'Finding places is off'],
    ['no weights', 'Reading addresses is off'],
  ])('with %s the page says so', async (server, words) => {
    const { page, close } = await open(server)
    await page.locator('#notice').filter({ hasText: words }).waitFor()
    await page.locator('#address').fill('PO Box 42, Reno NV')
    await page.keyboard.press('Enter')
    await page.locator('#answer h2').filter({ hasText: 'No answer' }).waitFor()
    if (server === 'no gazetteer') await page.locator('.parts li').first().waitFor()
    await close()
  })

  test('the search surface answers on its page and reverses', async () => {
    const { page, complaints, strangers, close } = await open('search', '#q=Le+Touvet,+France')
    await page.locator('#answer h2').filter({ hasText: 'Le Touvet' }).waitFor()
    expect((await marker(page)).lat).toBeCloseTo(45.36, 1)
    await page.locator('path.map-box').waitFor({ state: 'attached' })
    await page.locator('#here').click()
    await expect.poll(() => new URL(page.url()).hash, { timeout: PATIENCE }).toMatch(/^#at=45\./)
    await picture(page, 'search')
    expect(complaints).toEqual([])
    expect(strangers).toEqual([])
    await close()
  })

  test('the typeahead surface completes and shows what is chosen', async () => {
    const { page, complaints, close } = await open('typeahead')
    await page.locator('#address').pressSequentially('lyon')
    await page.locator('[role=option]').filter({ hasText: 'Auvergne' }).first().click()
    await page
      .locator('#answer h2')
      .filter({ hasText: /^Lyon, Auvergne/ })
      .waitFor()
    expect((await marker(page)).lat).toBeCloseTo(45.75, 1)
    await picture(page, 'typeahead')
    expect(complaints).toEqual([])
    await close()
  })

  test('the parser surface colours, labels and expands', async () => {
    const { page, complaints, close } = await open('parser')
    await page.locator('#address').fill('12 N Elm St, Reno NV')
    await page.keyboard.press('Enter')
    await page.locator('#answer dd').filter({ hasText: '12 North Elm Street' }).waitFor()
    expect(await page.locator('.parts li .value').allTextContents()).toEqual(['12', 'N Elm St', 'Reno', 'NV'])
    await picture(page, 'parser')
    expect(complaints).toEqual([])
    await close()
  })

  test.each([
    ['native', '', 'light'],
    ['native', '#q=Springfield', 'light'],
    ['native', '#q=Springfield', 'dark'],
    ['native', '#q=asdf+qwer', 'dark'],
    ['no gazetteer', '#q=Reno+NV', 'light'],
    ['search', '#q=Reno+NV', 'light'],
    ['typeahead', '#q=lyon', 'dark'],
    ['parser', '#q=12+Elm+St,+Reno+NV', 'light'],
  ] as const)('axe finds nothing wrong with %s%s, %s', async (server, fragment, colorScheme) => {
    const { page, close } = await open(server, fragment, { colorScheme })
    if (fragment !== '') await page.locator('#answer h2').waitFor()
    if (server !== 'parser') await page.locator('.leaflet-control-zoom').waitFor()
    expect(await faults(page)).toEqual([])
    await close()
  })

  test.each(['light', 'dark'] as const)(
    'a phone shows it without scrolling sideways, %s',
    async (colorScheme) => {
      const { page, close } = await open('native', `#q=${encodeURIComponent(HOUSE)}`, {
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        colorScheme,
      })
      await page.locator('#answer h2').waitFor()
      await marker(page)
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
      expect(await faults(page)).toEqual([])
      await picture(page, `phone-${colorScheme}`)
      await close()
    },
  )

  test.each(['native', 'search', 'typeahead', 'parser', 'pelias'])(
    'the document of %s is tried at its own server',
    async (server) => {
      const { page, complaints, close } = await open(server, 'docs')
      const operation =
        {
          native: 'geocodeAddress',
          search: 'search',
          typeahead: '/api',
          parser: '/expand',
          pelias: '/v1/search',
        }[server] ?? ''
      const block = page
        .locator('.opblock')
        .filter({
          hasText: server === 'native' ? '/v1/geocode' : operation.startsWith('/') ? operation : '/search',
        })
        .first()
      await block.locator('.opblock-summary-control').click()
      const answered = page.waitForResponse((response) => !/openapi|docs/.test(response.url()))
      await block.locator('button.execute').click()
      const response = await answered
      expect(response.url()).toContain(servers[server]?.url)
      expect(response.status()).toBe(200)
      expect(await response.text()).not.toBe('[]')
      expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
      await close()
    },
  )
})

/** The length that the scale of the map shows, metres. */
async function metresOfScale(page: Page): Promise<number> {
  const shown = await page.locator('.leaflet-control-scale-line').innerText()
  const [, number = '', unit = ''] = /^(\d+) (k?m)$/.exec(shown) ?? []
  return Number(number) * (unit === 'km' ? 1000 : 1)
}

/** Contrast of two colours, `#rrggbb`, by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
