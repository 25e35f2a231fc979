/** Codes of first-level divisions (ISO 3166-2), which gazetteers name and do not number. */
import { iso31662 } from 'iso-3166'

const CODES = new Map(iso31662.map(({ parent, name, code }) => [key(parent, name), code]))

/** `US-NV` for Nevada of `US`; undefined where the standard names the division otherwise. */
export function subdivisionCode(country: string, name: string): string | undefined {
  return CODES.get(key(country, name))
}

function key(country: string, name: string): string {
  const folded = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return `${country} ${folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()}`
}
