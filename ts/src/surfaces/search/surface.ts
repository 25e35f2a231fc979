/** The search surface as `milepost search serve` starts it. */
import { dropIn } from '../instance.js'
import { createSearchServer } from './server.js'

export const surface = dropIn(createSearchServer, ({ search, reverse }) => [
  ['searching', search],
  ['reverse lookup', reverse],
])
