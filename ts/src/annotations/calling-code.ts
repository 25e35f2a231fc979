/** Country code of telephone numbers, by ITU-T E.164. */
import { countryOf } from './country.js'
import type { Annotator } from './subject.js'

/** `44`. */
export const callingCode: Annotator<number> = (subject) => {
  const code = countryOf(subject)?.callingCode
  return code === undefined || code === '' ? undefined : Number(code)
}
