/** A map with two search controls, both real clients of Photon. */
import { startMap as startPage } from '../support/map.js'
import type { Running } from '../support/servers.js'

/** Serves the page on a free port; its controls ask the server at `api`. */
export function startMap(api: string): Promise<Running> {
  return startPage({
    api,
    files: {
      '/photon.js': ['leaflet.photon', 'leaflet.photon.js'],
      '/photon.css': ['leaflet.photon', 'leaflet.photon.css'],
      '/geocoder.js': ['leaflet-control-geocoder', 'dist/Control.Geocoder.js'],
      '/geocoder.css': ['leaflet-control-geocoder', 'dist/Control.Geocoder.css'],
    },
    options: `{ photonControl: true, photonControlOptions: {
    url: api + '/api/?', placeholder: 'Start typing', position: 'topleft', minChar: 2, feedbackEmail: null,
  } }`,
    controls: `window.geocoder = L.Control.Geocoder.photon({ serviceUrl: api + '/api/', reverseUrl: api + '/reverse/' })
  L.Control.geocoder({ geocoder: window.geocoder, collapsed: false, position: 'topright' }).addTo(map)`,
  })
}
