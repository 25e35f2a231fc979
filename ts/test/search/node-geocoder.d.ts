/** What the tests use of node-geocoder, which brings no types. */
declare module 'node-geocoder' {
  interface Entry {
    latitude?: number
    longitude?: number
    formattedAddress?: string
  }
  interface Geocoder {
    geocode: (query: string | Record<string, string | number>) => Promise<Entry[]>
    reverse: (point: { lat: number; lon: number }) => Promise<Entry[]>
  }
  export default function createGeocoder(options: { provider: string; osmServer: string }): Geocoder
}
