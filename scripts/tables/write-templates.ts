/** Writes the tables of `crates/format/data`: `npx tsx scripts/tables/write-templates.ts`, after a new release of the templates. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { templateTables } from './templates.js'

const folder = join(import.meta.dirname, '../../crates/format/data')
for (const [name, text] of templateTables()) writeFileSync(join(folder, name), text)
