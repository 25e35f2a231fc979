/** Distances on the Earth. */

const EARTH_KM = 6371.0088

/** Kilometres between two points in degrees, to the metre. */
export function kilometres(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [dLat, dLon] = [radians(b.lat - a.lat), radians(b.lon - a.lon)]
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLon / 2) ** 2
  return Math.round(2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h))) * 1000) / 1000
}
