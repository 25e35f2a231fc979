/** The Leaflet plugin of Pelias in a real browser, typed into key by key. `SCREENSHOTS=FOLDER` keeps pictures of what was seen. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { PATIENCE, picture, useBrowser } from '../support/browser.js'
import { startMap } from '../support/map.js'
import { EVERYTHING, type Running } from '../support/servers.js'
import { startPelias } from './servers.js'

const PLUGIN = 'pelias-leaflet-plugin'

describe('in a browser', { timeout: 240_000 }, () => {
  const openPage = useBrowser()
  let api: Running
  let map: Running

  beforeAll(async () => {
    api = await startPelias(createEngine(EVERYTHING))
    map = await startMap({
      api: api.url,
      files: {
        '/plugin.js': [PLUGIN, 'dist/leaflet-geocoder-mapzen.js'],
        '/plugin.css': [PLUGIN, 'dist/leaflet-geocoder-mapzen.css'],
        ...Object.fromEntries(
          ['point_icon.png', 'polygon_icon.png', 'search.png', 'loading.gif'].map((name) => [
            `/images/${name}`,
            [PLUGIN, `dist/images/${name}`] as const,
          ]),
        ),
      },
      // Its key is for a service of others; `place` asks for the details of what is chosen by its id.
      controls: `window.chosen = []
  window.errors = []
  L.control.geocoder({ url: api + '/v1', expanded: true, position: 'topright', place: true })
    .on('select', ({ feature }) => chosen.push(feature.properties.label))
    .on('error', ({ errorMessage }) => errors.push(errorMessage))
    .addTo(map)`,
    })
  }, 240_000)

  afterAll(async () => {
    await Promise.all([map.close(), api.close()])
  })

  /** The page, what it complained of, and what it asked of the server. */
  async function open() {
    const asked: string[] = []
    const opened = await openPage(map.url, {}, (page) => {
      page.on('response', (response) => {
        const { origin, pathname } = new URL(response.url())
        if (origin === api.url) asked.push(`${pathname} ${String(response.status())}`)
      })
    })
    return { ...opened, asked }
  }

  /** Where the plugin put its markers: latitude and longitude. */
  const markers = (page: Page) =>
    page.evaluate<[number, number][]>(`(() => {
      const found = []
      map.eachLayer((layer) => {
        if (layer instanceof L.Marker) found.push([layer.getLatLng().lat, layer.getLatLng().lng])
      })
      return found
    })()`)

  test('completes while keys are pressed, and marks and shows what is chosen', async () => {
    const { page, complaints, asked } = await open()
    // Far from what will be found.
    await page.evaluate('map.setView([40, -120], 6)')
    await page.locator('.leaflet-pelias-input').click()
    await page.keyboard.type('le touv', { delay: 40 })
    const result = page.locator('.leaflet-pelias-result').filter({ hasText: 'Le Touvet, France' }).first()
    await result.waitFor()
    await picture(page, 'pelias-leaflet-plugin')
    await result.click()
    await page.locator('.leaflet-marker-icon').first().waitFor()
    const [[lat, lon] = [0, 0], ...others] = await markers(page)
    expect(others).toEqual([])
    expect(lat).toBeCloseTo(45.36, 1)
    expect(lon).toBeCloseTo(5.95, 1)
    expect(await page.evaluate('chosen.at(-1)')).toBe('Le Touvet, France')
    await expect.poll(() => asked, { timeout: PATIENCE }).toContain('/v1/place 200')
    const isInView = `map.getBounds().contains([${String(lat)}, ${String(lon)}])`
    await expect.poll(() => page.evaluate(isInView), { timeout: PATIENCE }).toBe(true)
    expect(asked.filter((line) => !line.endsWith(' 200'))).toEqual([])
    expect(await page.evaluate('errors')).toEqual([])
    expect(complaints).toEqual([])
    await page.close()
  })

  test('by keys alone: arrows go through what is found, Enter chooses, Escape takes the list away', async () => {
    const { page, complaints } = await open()
    const input = page.locator('.leaflet-pelias-input')
    const results = page.locator('.leaflet-pelias-result')
    const selected = page.locator('.leaflet-pelias-selected')
    await input.focus()
    const last = page.waitForResponse(
      (answer) => new URL(answer.url()).searchParams.get('text') === 'springf',
    )
    await page.keyboard.type('springf', { delay: 40 })
    const { features } = (await (await last).json()) as { features: { properties: { label: string } }[] }
    const labels = features.map(({ properties }) => properties.label)
    expect(labels[1]).toMatch(/^Springfield, [A-Z]{2}, USA$/)
    // The list of fewer letters, which may be shown until now, has other towns.
    await expect.poll(() => results.allInnerTexts(), { timeout: PATIENCE }).toEqual(labels)
    for (const [key, at] of [
      ['ArrowDown', 0],
      ['ArrowDown', 1],
      ['ArrowDown', 2],
      ['ArrowUp', 1],
    ] as const) {
      await page.keyboard.press(key)
      expect(await selected.allInnerTexts()).toEqual([labels[at]])
      expect(await input.inputValue()).toBe(labels[at])
    }
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('chosen.at(-1)'), { timeout: PATIENCE }).toBe(labels[1])
    await input.focus()
    await page.keyboard.type(' ')
    await results.first().waitFor()
    // An answer that comes behind the key shows the list again.
    const isGone = async () => {
      await page.keyboard.press('Escape')
      return results.first().isHidden()
    }
    await expect.poll(isGone, { timeout: PATIENCE }).toBe(true)
    expect(await page.evaluate('errors')).toEqual([])
    expect(complaints).toEqual([])
    await page.close()
  })

  test('searches on Enter, near what the map shows, and says so when nothing is found', async () => {
    const { page, complaints, asked } = await open()
    await page.evaluate('map.setView([33.66, -95.55], 8)')
    await page.locator('.leaflet-pelias-input').click()
    await page.keyboard.type('paris', { delay: 40 })
    await page.keyboard.press('Enter')
    await expect.poll(() => asked, { timeout: PATIENCE }).toContain('/v1/search 200')
    await page.locator('.leaflet-pelias-result').filter({ hasText: 'Paris, TX, USA' }).first().waitFor()
    await page.locator('.leaflet-pelias-input').fill('')
    await page.keyboard.type('qwzzyxqqville')
    await page.keyboard.press('Enter')
    await page.locator('.leaflet-pelias-message').filter({ hasText: 'No results were found.' }).waitFor()
    expect(await page.evaluate('errors')).toEqual([])
    expect(complaints).toEqual([])
    await page.close()
  })
})
