/** The flag of the country as an emoji, two regional indicator symbols. */
import { countryOf } from './country.js'
import type { Annotator } from './subject.js'

/** `🇫🇷`. */
export const flag: Annotator<string> = (subject) => countryOf(subject)?.flag
