/** Limits that schemas, flags and arguments share. */

/** Most answers that can be asked for. */
export const MOST_ANSWERS = 50
