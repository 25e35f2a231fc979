/** `--tiles` in a real browser: pictures of a real server are drawn, the marker stands where it belongs on them, and no other host is asked. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { PATIENCE, picture, useBrowser } from '../support/browser.js'
import { EVERYTHING, type Running, start } from '../support/servers.js'
import { faults, openPage } from './pages.js'
import { type Colour, colourOf, startTiles, type TileServer } from './tile-server.js'

const POINT = { lat: 48.8566, lon: 2.3522 }

/** A tile on the page, with the pixels it takes. */
interface Drawn {
  tile: [zoom: number, x: number, y: number]
  left: number
  top: number
  side: number
}

describe('in a browser', { timeout: 240_000 }, () => {
  const openInBrowser = useBrowser()
  let tiles: TileServer
  let server: Running

  beforeAll(async () => {
    tiles = await startTiles()
    server = await start(EVERYTHING, undefined, {
      tiles: { url: `${tiles.url}/{z}/{x}/{y}.png`, credit: '© <b>Tiles</b> & Co' },
    })
  }, 240_000)

  afterAll(async () => {
    await Promise.all([server.close(), tiles.close()])
  })

  /** The tiles of the level that is shown, once all of them are loaded. */
  async function drawn(page: Page): Promise<Drawn[]> {
    const all = () =>
      page.locator('img.leaflet-tile').evaluateAll((images) =>
        images.map((image) => {
          const { left, top, width } = image.getBoundingClientRect()
          const { src, naturalWidth } = image as HTMLImageElement
          return { src, left, top, side: width, isLoaded: naturalWidth === 256 }
        }),
      )
    await expect
      .poll(
        async () => {
          const images = await all()
          return images.length > 0 && images.every(({ isLoaded }) => isLoaded)
        },
        { timeout: PATIENCE },
      )
      .toBe(true)
    return (await all()).map(({ src, left, top, side }) => {
      const [zoom = 0, x = 0, y = 0] = new URL(src).pathname.split(/\D+/).filter(Boolean).map(Number)
      return { tile: [zoom, x, y], left, top, side }
    })
  }

  /** Where the point lies on the page by the tile that holds it, by the formula of such tiles. */
  function placeOf({ lat, lon }: typeof POINT, all: readonly Drawn[]) {
    for (const one of all) {
      const [zoom, column, row] = one.tile
      const x = ((lon + 180) / 360) * 2 ** zoom - column
      const angle = (lat * Math.PI) / 180
      const y = ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * 2 ** zoom - row
      if (x >= 0 && x < 1 && y >= 0 && y < 1)
        return { ...one, x: one.left + x * one.side, y: one.top + y * one.side }
    }
    throw new Error('no tile holds the point')
  }

  /** The colour that is seen there. */
  async function colourAt(page: Page, x: number, y: number): Promise<Colour> {
    const clip = { x: Math.round(x), y: Math.round(y), width: 1, height: 1 }
    const png = (await page.screenshot({ clip })).toString('base64')
    // On a page of its own: that of the server lets no picture of others be read.
    const other = await page.context().newPage()
    const colour = await other.evaluate(async (png) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3)
    }, png)
    await other.close()
    return colour as unknown as Colour
  }

  test('tiles are drawn, and the marker stands on its place of them', async () => {
    const { page, complaints, strangers, close } = await openPage(
      openInBrowser,
      server.url,
      `#q=${String(POINT.lat)},%20${String(POINT.lon)}`,
      { reducedMotion: 'reduce' },
    )
    const pin = page.locator('.map-pin span')
    await pin.waitFor({ state: 'attached' })
    const place = placeOf(POINT, await drawn(page))
    const middle = await pin.evaluate((found) => {
      const { x, y, width, height } = found.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    })
    expect(Math.hypot(middle.x - place.x, middle.y - place.y)).toBeLessThan(2)
    // What is seen beside the marker is the picture of that tile, and at three tiles' edges that of theirs.
    for (const { tile, left, top, side } of [place, ...(await drawn(page)).slice(0, 3)]) {
      const box = await page.locator('#map').boundingBox()
      const [x, y] = [left + side / 5, top + side / 5]
      const isSeen =
        box !== null &&
        x > box.x + 60 &&
        x < box.x + box.width - 60 &&
        y > box.y + 60 &&
        y < box.y + box.height - 60
      if (isSeen || tile === place.tile) expect(await colourAt(page, x, y)).toEqual(colourOf(...tile))
    }
    // Streets are seen from nearer than outlines are.
    expect(place.tile[0]).toBeGreaterThan(12)
    // The credit is text, whatever stands in it.
    expect(await page.locator('.leaflet-control-attribution').innerText()).toContain('© <b>Tiles</b> & Co')
    expect(await page.locator('#map-note').innerText()).toBe('')
    expect(await faults(page)).toEqual([])
    await picture(page, 'tiles')
    expect(strangers.length).toBeGreaterThan(3)
    expect(strangers.filter((url) => !url.startsWith(`${tiles.url}/`))).toEqual([])
    expect(tiles.asked.every((path) => /^\/\d+\/\d+\/\d+\.png$/.test(path))).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })

  test('a press on the tiles asks for the place at that point', async () => {
    const { page, close } = await openPage(openInBrowser, server.url, '#q=75008+Paris', {
      reducedMotion: 'reduce',
    })
    await page.locator('.map-pin').waitFor({ state: 'attached' })
    await drawn(page)
    const box = await page.locator('#map').boundingBox()
    if (box === null) throw new Error('the map is not shown')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.4)
    await expect.poll(() => new URL(page.url()).hash, { timeout: PATIENCE }).toMatch(/^#at=48\.\d+,2\.\d+$/)
    await page.locator('#answer .level').filter({ hasText: 'What is at this point' }).waitFor()
    await close()
  })

  test('the policy lets the page ask no other host for pictures', async () => {
    const { page, complaints, close } = await openPage(openInBrowser, server.url)
    const other = await startTiles()
    try {
      const isLoaded = await page.evaluate(
        (url) =>
          new Promise<boolean>((resolve) => {
            const image = new Image()
            image.addEventListener('load', () => {
              resolve(true)
            })
            image.addEventListener('error', () => {
              resolve(false)
            })
            image.src = url
          }),
        `${other.url}/1/0/0.png`,
      )
      expect([isLoaded, other.asked]).toEqual([false, []])
      expect(complaints.join('\n')).toContain('Content Security Policy')
    } finally {
      await other.close()
    }
    await close()
  })
})
