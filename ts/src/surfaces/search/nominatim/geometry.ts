/** Geometries of results. The data hold no outlines that an answer could show, so each is a point. */
import { element } from './xml.js'
import type { Geometry } from './question.js'

/** A point in degrees as it is written: longitude and latitude. */
export interface LonLat {
  lon: string
  lat: string
}

/** A point as GeoJSON. */
export function geojsonPoint({ lon, lat }: LonLat) {
  return { type: 'Point', coordinates: [Number(lon), Number(lat)] }
}

/** A point in the way asked for, under the key of a JSON result. */
export function geometryField(geometry: Geometry, { lon, lat }: LonLat): Record<string, unknown> {
  switch (geometry) {
    case 'geojson':
      return { geojson: geojsonPoint({ lon, lat }) }
    case 'kml':
      return { geokml: element('Point', {}, element('coordinates', {}, `${lon},${lat}`), true) }
    case 'svg':
      return { svg: `cx="${lon}" cy="${String(-Number(lat))}"` }
    case 'text':
      return { geotext: `POINT(${lon} ${lat})` }
  }
}
