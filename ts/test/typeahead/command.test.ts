/** `milepost typeahead` as people run it. */
import { testCommand, testProfileVariable } from '../surfaces/drop-in-command.js'

testCommand({
  name: 'typeahead',
  port: 2322,
  paths: ['/api', '/reverse'],
  withoutData: [
    { path: '/api?q=a', status: 501 },
    { path: '/reverse?lat=1&lon=2', status: 200, body: { type: 'FeatureCollection', features: [] } },
  ],
})

testProfileVariable('typeahead', 'SERVICE_TYPEAHEAD_PROFILE', 'photon')
