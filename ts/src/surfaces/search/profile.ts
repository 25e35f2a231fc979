/** `--profile`: whose rules a server follows where Milepost and Nominatim differ. `interface`, the default, is Milepost's own rules. */

/** Profiles by name. */
export const PROFILES = ['interface', 'nominatim'] as const

/** Whose rules a server follows. */
export type Profile = (typeof PROFILES)[number]
