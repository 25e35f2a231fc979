/** `--profile`: whose answers a server gives where Milepost and the REST servers of libpostal differ: with `libpostal`, `/expand` is a bare array. */

/** Profiles by name. */
export const PROFILES = ['milepost', 'libpostal'] as const

/** Whose answers a server gives. */
export type Profile = (typeof PROFILES)[number]
