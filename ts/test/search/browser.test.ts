/** Search fields in a real browser, typed into key by key. `SCREENSHOTS=FOLDER` keeps pictures of what was seen. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { picture, useBrowser } from '../support/browser.js'
import { EVERYTHING, type Running } from '../support/servers.js'
import { startMap } from './map.js'
import { startSearch } from './servers.js'

const ADDRESS = 'Le Touvet, France'
const LATITUDE = 45.36
const LONGITUDE = 5.95

describe.each(['milepost', 'nominatim'] as const)(
  'in a browser, profile %s',
  { timeout: 240_000 },
  (profile) => {
    const open = useBrowser()
    let api: Running
    let map: Running

    beforeAll(async () => {
      api = await startSearch(EVERYTHING, { profile })
      map = await startMap(api.url)
    }, 120_000)

    afterAll(async () => {
      await Promise.all([map.close(), api.close()])
    })

    /** Where the only marker of the map stands: latitude and longitude. */
    const marker = (page: Page) =>
      page.evaluate<[number, number][]>(`(() => {
      const found = []
      map.eachLayer((layer) => {
        if (layer instanceof L.Marker) found.push([layer.getLatLng().lat, layer.getLatLng().lng])
      })
      return found
    })()`)

    async function expectMarker(page: Page) {
      await page.locator('.leaflet-marker-icon').first().waitFor()
      const markers = await marker(page)
      expect(markers).toHaveLength(1)
      const [[latitude, longitude] = [0, 0]] = markers
      expect(latitude).toBeCloseTo(LATITUDE, 1)
      expect(longitude).toBeCloseTo(LONGITUDE, 1)
    }

    test('leaflet-control-geocoder marks the typed place, and reverses', async () => {
      const { page, complaints } = await open(map.url)
      const field = page.locator('.leaflet-control-geocoder-form input')
      await field.click()
      await page.keyboard.type(ADDRESS)
      await page.keyboard.press('Enter')
      await expectMarker(page)
      await page.locator('.leaflet-popup-content').filter({ hasText: 'Le Touvet' }).waitFor()
      await picture(page, `${profile}-leaflet-control-geocoder`)
      const reversed = (scale: number) =>
        page.evaluate<string[]>(
          `geocoder.reverse({ lat: 45.3586, lng: 5.9531 }, ${String(scale)}).then((found) => found.map(({ name }) => name))`,
        )
      expect(await reversed(2 ** 20)).toEqual([expect.stringMatching(/^Le Touvet/)])
      // The scale of a map of a continent, which the client turns into zoom 4.
      expect(await reversed(4096)).toEqual([
        profile === 'nominatim' ? 'France' : expect.stringMatching(/^Le Touvet/),
      ])
      const sea = await page.evaluate<unknown[]>('geocoder.reverse({ lat: 36, lng: -45 }, 4096)')
      expect(sea).toEqual([])
      expect(complaints).toEqual([])
      await page.close()
    }, 120_000)

    test('leaflet-geosearch suggests while keys are pressed, and marks what is chosen', async () => {
      const { page, complaints } = await open(map.url)
      await page.locator('.leaflet-geosearch-bar input').click()
      await page.keyboard.type(ADDRESS, { delay: 20 })
      const suggestion = page.locator('.leaflet-geosearch-bar .results > *').filter({ hasText: 'Le Touvet' })
      await suggestion.first().click()
      await expectMarker(page)
      await picture(page, `${profile}-leaflet-geosearch`)
      expect(complaints).toEqual([])
      await page.close()
    }, 120_000)
  },
)
