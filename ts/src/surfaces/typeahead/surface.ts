/** The typeahead surface as `milepost typeahead serve` starts it. */
import { dropIn } from '../instance.js'
import { createTypeaheadServer } from './server.js'

export const surface = dropIn(createTypeaheadServer, ({ complete, reverse }) => [
  ['typeahead', complete],
  ['reverse', reverse],
])
