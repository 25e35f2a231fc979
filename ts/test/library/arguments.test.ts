/** What the library says to callers without types: which argument is wrong, in its own words. */
import { describe, expect, expectTypeOf, test } from 'vitest'

import * as library from '../../src/index.js'
import { EVERYTHING, noGazetteer } from '../support/servers.js'

const engine = library.createEngine({
  ...EVERYTHING,
  needs: ['parse', 'geocode', 'geocodeMany', 'reverse', 'complete', 'search'],
})

/** A value that breaks the types. */
function wrong(value: unknown): never {
  return value as never
}

describe('an argument that is wrong is named:', () => {
  test.each<[string, () => unknown, string]>([
    ['no address', () => library.parse(wrong(undefined)), 'address must be a string, not undefined'],
    [
      'a number as address',
      () => engine.geocode(wrong(5)),
      'address must be a string or an object of components, not 5',
    ],
    ['a blank address', () => library.geocode(' '), 'address is required'],
    [
      'options that are a text',
      () => engine.geocode('Reno', wrong('US')),
      "options must be an object, not 'US'",
    ],
    ['an unknown mode', () => engine.parse('Reno', { inputMode: wrong('x') }), "inputMode must be 'auto'"],
    ['three letters', () => engine.geocode('Reno', { country: 'usa' }), 'ISO 3166-1 alpha-2'],
    [
      'a number as country',
      () => engine.geocode('Reno', { country: wrong(5) }),
      'country must be a string or',
    ],
    [
      'a point that is a list',
      () => engine.geocode('Reno', { near: wrong([1, 2]) }),
      'near must be { lat, lon } in degrees',
    ],
    [
      'a text as latitude',
      () => engine.geocode('Reno', { near: wrong({ lat: 'a', lon: 2 }) }),
      'near.lat must be',
    ],
    [
      'half a box',
      () => engine.search('Reno', { bounds: wrong({ south: 1 }) }),
      'bounds.north must be a number',
    ],
    [
      'too many answers',
      () => engine.geocode('Reno', { limit: 51 }),
      'limit must be a whole number from 1 to 50',
    ],
    ['no point', () => library.reverse(100, 0), 'lat must be a number of degrees from -90 to 90, not 100'],
    [
      'no number',
      () => engine.reverse(1, Number.NaN),
      'lon must be a number of degrees from -180 to 180, not NaN',
    ],
    ['no completion', () => engine.complete(wrong(null)), 'query must be a string, not null'],
    ['a text to expand', () => library.expand(wrong({})), 'text must be a string, not an object'],
    ['components', () => library.canonicalKey(wrong(undefined), 'US'), 'components must be an object'],
    ['a component', () => library.canonicalKey({ unit: wrong(5) }, 'US'), 'unit must be a string'],
  ])('%s', (_, call, message) => {
    expect(call).toThrow(message)
  })

  test('off the event loop too', async () => {
    await expect(engine.geocodeMany(wrong('Reno'))).rejects.toThrow(
      "addresses must be a list of strings or objects of components, not 'Reno'",
    )
    await expect(engine.geocodeMany(['Reno', wrong(5)])).rejects.toThrow(
      'addresses[1] must be a string or an object of components, not 5',
    )
    await expect(library.format(wrong(undefined), 'US')).rejects.toThrow('components must be an object')
  })
})

describe('calls that an engine needs', () => {
  test('are functions by their types', () => {
    expectTypeOf(engine.geocode).toBeFunction()
    expectTypeOf(engine.parseMany).toBeNullable()
    expect(engine.geocode('Reno NV 89501').postcode).toBe('89501')
  })

  test('are there, or opening says why not', () => {
    const open = () => library.createEngine({ ...noGazetteer(), needs: ['geocode', 'reverse'] })
    expect(open).toThrow(/^geocode, reverse: not available: .+/)
  })
})

test('the functions share one engine and find a place without one', () => {
  expect(library.geocode('38660 Le Touvet').locality).toBe('Le Touvet')
  expect(library.reverse(45.3586, 5.9531)?.[0]).toMatchObject({ name: 'Le Touvet' })
})
