/** Routes whose parameters are described and not checked. */

/** A validator that lets everything pass: a value of the wrong type counts as absent, and no request is refused for it. */
export const anything = () => () => true
