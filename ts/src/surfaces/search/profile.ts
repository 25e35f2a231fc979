/** `--profile`: whose rules a server follows where Milepost and Nominatim differ. `milepost`, the default, follows Milepost's own rules. */

/** Profiles by name. */
export const PROFILES = ['milepost', 'nominatim'] as const

/** Whose rules a server follows. */
export type Profile = (typeof PROFILES)[number]
