/** Code of the United Nations for the place, from the UN/LOCODE database of the data root. */
import { lookedUp } from './looked-up.js'
import type { Annotator } from './subject.js'

/** `US NYC`. */
export const unLocode: Annotator<string> = ({ looked }) => lookedUp(looked, 'un_locode')
