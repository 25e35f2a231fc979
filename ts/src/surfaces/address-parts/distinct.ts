/** Lists of answers without repetitions. */
import type { SearchResult } from '../../wire/found.js'

/** The answers without those that repeat the place, or the point and name, of an earlier one. */
export function distinctAnswers(answers: readonly SearchResult[]): SearchResult[] {
  const seen = new Set<string>()
  return answers.filter((answer) => {
    const keys = keysOf(answer)
    const isRepeated = keys.some((key) => seen.has(key))
    keys.forEach((key) => seen.add(key))
    return !isRepeated
  })
}

function keysOf({ lat, lon, place, found, match_level: level }: SearchResult): string[] {
  const isPlace = found.street === null && level !== 'point'
  const name = isPlace ? place?.name : [found.house_number, found.street].join(' ')
  const at = `${String(lat)} ${String(lon)} ${name ?? ''}`
  return isPlace && place !== null ? [at, `${place.placetype} ${String(place.id)}`] : [at]
}
