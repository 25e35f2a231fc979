/** A map with two search controls, both real clients of Nominatim. */
import { startMap as startPage } from '../support/map.js'
import type { Running } from '../support/servers.js'

/** Serves the page on a free port; its controls ask the server at `api`. */
export function startMap(api: string): Promise<Running> {
  return startPage({
    api,
    files: {
      '/geocoder.js': ['leaflet-control-geocoder', 'dist/Control.Geocoder.js'],
      '/geocoder.css': ['leaflet-control-geocoder', 'dist/Control.Geocoder.css'],
      '/geosearch.js': ['leaflet-geosearch', 'dist/bundle.min.js'],
      '/geosearch.css': ['leaflet-geosearch', 'dist/geosearch.css'],
    },
    // The first control finds out that Nominatim makes no suggestions by asking for one, and forgets the search under way meanwhile.
    controls: `window.geocoder = L.Control.Geocoder.nominatim({ serviceUrl: api + '/' })
  const control = { geocoder: window.geocoder, collapsed: false, position: 'topright', suggestMinLength: 1000 }
  L.Control.geocoder(control).addTo(map)
  const provider = new GeoSearch.OpenStreetMapProvider({ searchUrl: api + '/search', reverseUrl: api + '/reverse' })
  map.addControl(GeoSearch.GeoSearchControl({ provider, style: 'bar', autoComplete: true, autoCompleteDelay: 50, showMarker: true }))`,
  })
}
