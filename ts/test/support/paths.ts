/** Places that several tests read. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The checkout. */
export const ROOT = join(import.meta.dirname, '../../..')

/** The command as npm installs it; it runs what `npm run build` made. */
export const COMMAND = join(ROOT, 'ts/bin/milepost.js')

/** The package of the starter data. */
export const STARTER = dirname(createRequire(import.meta.url).resolve('@milepost/starter-data/package.json'))
