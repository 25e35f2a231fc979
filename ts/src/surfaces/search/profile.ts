/** `--profile`: whose rules a server follows where the interface and Nominatim differ. `interface` is the interface to the letter. */

/** Profiles by name. */
export const PROFILES = ['interface', 'nominatim'] as const

/** Whose rules a server follows. */
export type Profile = (typeof PROFILES)[number]
