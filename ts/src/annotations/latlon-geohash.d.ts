/** The library ships no types. */
declare module 'latlon-geohash' {
  const Geohash: { encode(lat: number, lon: number, precision?: number): string }
  export default Geohash
}
