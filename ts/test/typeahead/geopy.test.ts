/** A Photon client of PyPI, as its users call it. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { orSkip, pythonWith } from '../support/needs.js'
import { EVERYTHING, type Running } from '../support/servers.js'
import { MEMORY } from './places.js'
import { PROFILES, startTypeahead } from './servers.js'

const python = pythonWith(['geopy==2.5.0', 'geographiclib==2.1'])

type Answered = [address: string, latitude: number, longitude: number] | null

describe.each(PROFILES)('geopy, profile %s', (profile) => {
  let running: Running

  beforeAll(async () => {
    // The real engine as far as it has the members.
    running = await startTypeahead({ ...MEMORY, ...createEngine(EVERYTHING) }, true, profile)
  })

  afterAll(() => running.close())

  test('geocodes, completes near a point, reverses, and finds nothing where there is nothing', async (context) => {
    const { command } = orSkip(python, context)
    const script = join(import.meta.dirname, 'geopy_client.py')
    const { stdout } = await promisify(execFile)(command, [script, new URL(running.url).host], {
      timeout: 50_000,
    })
    const answer = JSON.parse(stdout) as Record<'one' | 'reverse' | 'nothing' | 'blank' | 'sea', Answered> & {
      several: Answered[]
      near: string[]
      raw: unknown
      german: string
      refused: string
    }
    expect(answer.one?.[0]).toMatch(/Paris.*France/)
    expect(answer.one?.[1]).toBeCloseTo(48.85, 1)
    expect(answer.one?.[2]).toBeCloseTo(2.35, 1)
    expect(answer.several.length).toBeGreaterThan(1)
    expect(answer.several[0]).toEqual(answer.one)
    expect(answer.near[0]).toBe('Texas')
    expect(answer.raw).toMatchObject({
      type: 'Feature',
      properties: { osm_key: 'place', countrycode: expect.stringMatching(/^fr$/i) },
    })
    expect(answer.german).toBe(profile === 'photon' ? 'Frankreich' : 'France')
    expect(answer.reverse?.[0]).toContain('Paris')
    expect(answer).toMatchObject({ nothing: null, blank: null, sea: null })
    expect(answer.refused).not.toBeNull()
  })
})
