/** The parser surface as `milepost parser serve` starts it. */
import { dropIn } from '../instance.js'
import { createParserServer } from './server.js'

export const surface = dropIn(
  createParserServer,
  ({ parse, expand }) => [
    ['parsing', parse],
    ['expansion', expand],
  ],
  { gazetteer: false },
)
