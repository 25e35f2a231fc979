/** Second implementations that ship no types, as far as they are used. */
declare module 'geodesy/dms.js' {
  const Dms: {
    separator: string
    toLat(degrees: number, format: 'dms', decimals: number): string
    toLon(degrees: number, format: 'dms', decimals: number): string
  }
  export default Dms
}
declare module 'geodesy/latlon-spherical.js' {
  export default class LatLon {
    constructor(lat: number, lon: number)
    initialBearingTo(there: LatLon): number
  }
}
declare module 'geodesy/mgrs.js' {
  interface Reference {
    zone: number
    band: string
    e100k: string
    n100k: string
    easting: number
    northing: number
  }
  export class LatLon {
    constructor(lat: number, lon: number)
    toUtm(): { toMgrs(): Reference }
  }
}
declare module 'ngeohash' {
  const geohash: {
    encode(lat: number, lon: number, characters: number): string
    decode_bbox(hash: string): [number, number, number, number]
  }
  export default geohash
}
