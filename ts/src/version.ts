/** The release, from the package itself. */
import { createRequire } from 'node:module'

/** Version of the `milepost` package. */
export const VERSION = (createRequire(import.meta.url)('../package.json') as { version: string }).version
