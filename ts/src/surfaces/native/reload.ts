/** The part of this process in a reload: it opens the new data alongside the old, and switches when every worker has. */
import type { Engine, NextData } from '../../engine/engine.js'
import { NO_GAZETTEER } from '../../engine/open-data.js'
import type { Workers } from '../../http/workers/workers.js'

/** Takes part in reloads with `engine`. */
export function joinReloads(workers: Workers, engine: Engine): void {
  let next: NextData | undefined
  const drop = () => {
    next?.drop()
    next = undefined
  }
  workers.joinReloads({
    open: () => {
      drop()
      // Its routes would go on to answer that the geocoder is not available.
      if (engine.openNext === undefined) throw new Error(NO_GAZETTEER)
      next = engine.openNext()
    },
    use: () => {
      next?.use()
      next = undefined
    },
    drop,
  })
}
