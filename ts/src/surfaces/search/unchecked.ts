/** Routes whose parameters are described and not checked. */

/** A validator that lets everything pass: the interface refuses nothing for its type, it reads it as absent. */
export const anything = () => () => true
