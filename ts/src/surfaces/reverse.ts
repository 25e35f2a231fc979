/** What a point lies in, as every surface asks for it. */
import type { ReverseOptions } from '../engine/calls.js'
import type { Engine } from '../engine/engine.js'
import type { FoundHouse, FoundPlace } from '../wire/found.js'
import type { Point } from './points.js'

/** The house at a point, if houses were asked for and there is one, and the places that contain it, finest first. */
export type Around = (FoundHouse | FoundPlace)[]

/** What a point in degrees lies in; nothing if the capability is absent. */
export function around(
  { reverse }: Pick<Engine, 'reverse'>,
  { lat, lon }: Point,
  options?: ReverseOptions,
): Around {
  return JSON.parse(reverse?.(lat, lon, options) ?? '[]') as Around
}

/** The same without houses. */
export function placesAround(
  engine: Pick<Engine, 'reverse'>,
  point: Point,
  languages?: string[],
): FoundPlace[] {
  return around(engine, point, { languages }) as FoundPlace[]
}

/** Whether reverse lookups are answered. A data root without the administrative database keeps the capability: nothing is found there. */
export function answersReverse({ reverse, data }: Engine): boolean {
  return reverse !== undefined || data?.().wof_dbs.length === 0
}
