/** `milepost pelias` as people run it. */
import { testCommand } from '../surfaces/drop-in-command.js'

testCommand({
  name: 'pelias',
  port: 4000,
  paths: ['/v1/search', '/v1/search/structured', '/v1/autocomplete', '/v1/reverse', '/v1/place'],
  withoutData: [
    { path: '/v1/search?text=a', status: 501 },
    { path: '/v1/reverse?point.lat=1&point.lon=2', status: 501 },
  ],
})
