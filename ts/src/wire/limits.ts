/** Limits that schemas, flags and arguments share. */

/** Most answers that can be asked for. */
export const MOST_ANSWERS = 50

/** Most characters (UTF-16 units) of an address, of the native surface. */
export const MOST_CHARACTERS_OF_ADDRESS = 1024

/** Most characters (UTF-16 units) of a text that is searched or completed, of the drop-ins. */
export const MOST_CHARACTERS_OF_QUERY = 512
