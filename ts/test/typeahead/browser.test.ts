/** Search fields in a real browser, typed into key by key. `SCREENSHOTS=FOLDER` keeps pictures of what was seen. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { picture, useBrowser } from '../support/browser.js'
import { EVERYTHING, type Running } from '../support/servers.js'
import { startMap } from './map.js'
import { MEMORY } from './places.js'
import { startTypeahead } from './servers.js'

// Four times what the others have: a browser on a busy machine is slow to start and slow to paint.
describe('in a browser', { timeout: 240_000 }, () => {
  const openPage = useBrowser()
  const open = (url: string) => openPage(url, { viewport: { width: 900, height: 600 } })
  let api: Running
  let map: Running

  beforeAll(async () => {
    // The real engine as far as it has the members.
    api = await startTypeahead({ ...MEMORY, ...createEngine(EVERYTHING) })
    map = await startMap(api.url)
  }, 240_000)

  afterAll(async () => {
    await Promise.all([map.close(), api.close()])
  })

  const center = (page: Page) =>
    page.evaluate<[number, number]>('(() => { const c = map.getCenter(); return [c.lat, c.lng] })()')

  test('leaflet.photon completes while keys are pressed, and moves the map to what is chosen', async () => {
    const { page, complaints } = await open(map.url)
    await page.locator('.photon-input').click()
    await page.keyboard.type('pari', { delay: 40 })
    const first = page.locator('.photon-autocomplete li.on')
    await first.filter({ hasText: /Paris.*city.*France/ }).waitFor()
    await page.keyboard.type('s')
    await page.locator('.photon-autocomplete li').filter({ hasText: 'Texas' }).waitFor()
    await picture(page, 'leaflet-photon')
    await page.keyboard.press('Enter')
    await page.locator('.photon-autocomplete').waitFor({ state: 'hidden' })
    const [latitude, longitude] = await center(page)
    expect(latitude).toBeCloseTo(48.85, 1)
    expect(longitude).toBeCloseTo(2.35, 1)
    expect(complaints).toEqual([])
    await page.close()
  })

  test('leaflet.photon says so when nothing is found', async () => {
    const { page, complaints } = await open(map.url)
    await page.locator('.photon-input').click()
    await page.keyboard.type('zzqqzzqq', { delay: 20 })
    await page.locator('.photon-no-result').waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  test('leaflet-control-geocoder suggests, marks what is clicked, and reverses', async () => {
    const { page, complaints } = await open(map.url)
    await page.locator('.leaflet-control-geocoder-form input').click()
    await page.keyboard.type('paris', { delay: 40 })
    const options = page.locator('.leaflet-control-geocoder-alternatives li')
    await options
      .filter({ hasText: /Paris.*France/ })
      .first()
      .waitFor()
    await picture(page, 'leaflet-control-geocoder')
    await options
      .filter({ hasText: /Paris.*France/ })
      .first()
      .click()
    await page.locator('.leaflet-marker-icon').waitFor()
    const [latitude, longitude] = await center(page)
    expect(latitude).toBeCloseTo(48.85, 0)
    expect(longitude).toBeCloseTo(2.35, 0)
    const reversed = await page.evaluate<string[]>(
      'geocoder.reverse({ lat: 48.8566, lng: 2.3522 }, 4096).then((found) => found.map(({ name }) => name))',
    )
    expect(reversed).toEqual([expect.stringMatching(/Paris/)])
    expect(complaints).toEqual([])
    await page.close()
  })
})
