/**
 * `--profile`: whose rules a server follows where Milepost and Photon differ. `milepost`, the default, follows Milepost's own rules, which ignore
 * some parameters; with `photon` they have the effect they have in Photon.
 */

/** Profiles by name. */
export const PROFILES = ['milepost', 'photon'] as const

/** Whose rules a server follows. */
export type Profile = (typeof PROFILES)[number]
