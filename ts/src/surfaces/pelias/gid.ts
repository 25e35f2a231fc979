/**
 * Ids. A place has the id of the gazetteer. A street, house or venue lacks one, so its id contains its position and name, and `/v1/place`
 * needs nothing else to answer it.
 */

/** A street, a house, or a venue, whose name stands in the place of the street. */
export interface PointId {
  lat: number
  lon: number
  street: string
  number?: string | undefined
  postcode?: string | undefined
}

/** The id of a street, house or venue. */
export function idOfPoint({ lat, lon, street, number, postcode }: PointId): string {
  const fields = [lat, lon, street, number ?? '', postcode ?? '']
  return Buffer.from(JSON.stringify(fields)).toString('base64url')
}

/** A street, house or venue by its id; undefined if it is none. */
export function pointOfId(id: string): PointId | undefined {
  try {
    const fields = JSON.parse(Buffer.from(id, 'base64url').toString()) as unknown
    if (!Array.isArray(fields)) return undefined
    const [lat, lon, street, number, postcode] = fields as unknown[]
    if (typeof lat !== 'number' || typeof lon !== 'number' || typeof street !== 'string') return undefined
    if (Math.abs(lat) > 90 || Math.abs(lon) > 180) return undefined
    const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
    return { lat, lon, street, number: text(number), postcode: text(postcode) }
  } catch {
    return undefined
  }
}
