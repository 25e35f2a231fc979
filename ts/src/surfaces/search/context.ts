/** What the routes of the search surface share. */
import type { Engine } from '../../engine/engine.js'
import type { Annotate } from './annotate.js'
import type { Profile } from './profile.js'

/** Passed to every route. */
export interface SearchContext {
  engine: Engine
  annotate: Annotate
  profile: Profile
}
