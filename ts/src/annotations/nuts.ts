/** Statistical regions of the European Union, from the NUTS database of the data root. */
import { lookedUp } from './looked-up.js'
import type { Annotator } from './subject.js'

/** A region of one level. */
interface Region {
  code: string
}

/** An inner level is known only with the outer ones. */
export const nuts: Annotator<{ NUTS1?: Region; NUTS2?: Region; NUTS3?: Region }> = ({ looked }) => {
  const codes = lookedUp(looked, 'nuts')
  if (codes === undefined) return undefined
  return {
    ...(codes.nuts1 !== undefined && { NUTS1: { code: codes.nuts1 } }),
    ...(codes.nuts2 !== undefined && { NUTS2: { code: codes.nuts2 } }),
    ...(codes.nuts3 !== undefined && { NUTS3: { code: codes.nuts3 } }),
  }
}
