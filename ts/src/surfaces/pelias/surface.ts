/** The Pelias surface as `milepost pelias serve` starts it. */
import { dropIn } from '../instance.js'
import { createPeliasServer } from './server.js'

export const surface = dropIn(createPeliasServer, ({ search, reverse }) => [
  ['searching', search],
  ['reverse lookup', reverse],
])
