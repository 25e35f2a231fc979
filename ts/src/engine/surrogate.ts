/** Texts that the core may change before it reads them: it replaces half of a surrogate pair, so offsets and lengths are then those of its own text. */

/** A code unit of a surrogate pair. Whole pairs count too: to tell them apart takes longer than the way for both. */
const SURROGATE = /[\ud800-\udfff]/

/** Whether a text has a code unit of a surrogate pair, whole or half. */
export function hasSurrogate(text: string): boolean {
  return SURROGATE.test(text)
}
