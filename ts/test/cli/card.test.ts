/** What `milepost geocode` prints on a terminal, and in a pipe. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

import { describe, expect, test } from 'vitest'

import { renderGeocode } from '../../src/cli/render.js'
import { COMMAND } from '../support/paths.js'

const HOUSE = {
  components: { house_number: '12', street: 'Main', street_suffix: 'St', locality: 'Reno' },
  lat: 39.5,
  lon: -119.8,
  match_level: 'locality',
  accuracy_m: 8000,
  confidence: 0.923,
  hierarchy: [
    { tag: 'locality', name: 'Reno' },
    { tag: 'region', name: 'Nevada' },
  ],
  candidates: [{ name: 'Reno', lat: 39.5, lon: -119.8 }],
  intent_markers: [{ message: 'the street `Main St` is not in the data for this place' }],
}

describe('the card of a geocode', () => {
  test('says what was found, how exactly, how certainly, and what is open', () => {
    expect(renderGeocode(JSON.stringify(HOUSE))).toBe(
      [
        'Reno, Nevada',
        'The middle of the town, within 8 km, 92% certain',
        '',
        'point  39.5, -119.8',
        'map    https://www.openstreetmap.org/?mlat=39.5&mlon=-119.8#map=12/39.5/-119.8',
        '',
        'town    Reno',
        'region  Nevada',
        '',
        'house number    12',
        'street          Main',
        'type of street  St',
        'town            Reno',
        '',
        '! The street “Main St” is not in the data for this place.',
        '',
      ].join('\n'),
    )
  })

  test('says that nothing was found, and why', () => {
    const nothing = { ...HOUSE, lat: null, lon: null, hierarchy: [], components: {}, match_level: null }
    expect(renderGeocode(JSON.stringify(nothing))).toBe(
      'Not found\n\n! The street “Main St” is not in the data for this place.\n',
    )
  })

  test('is for terminals: --json and pipes get JSON', async () => {
    // `script` of util-linux gives the command a terminal.
    const onTerminal = async (...flags: string[]) => {
      const command = [process.execPath, COMMAND, 'geocode', 'Reno NV', ...flags]
      const child = spawn('script', ['-qec', command.map((word) => `'${word}'`).join(' '), '/dev/null'])
      child.stdin.end()
      return text(child.stdout)
    }
    expect(await onTerminal()).toMatch(/^Reno, .*United States.*\r\nThe middle of the town, within /)
    expect(JSON.parse(await onTerminal('--json'))).toMatchObject({ countryCode: 'US' })
    const piped = spawn(process.execPath, [COMMAND, 'geocode', 'Reno NV'])
    expect(JSON.parse(await text(piped.stdout))).toMatchObject({ countryCode: 'US' })
  })
})
