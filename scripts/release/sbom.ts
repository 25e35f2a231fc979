/** Writes the bill of materials: `npx tsx scripts/release/sbom.ts [FILE]`, else to standard output. */
import { writeFileSync } from 'node:fs'

import { billOfMaterials } from './bill-of-materials.js'

const text = `${JSON.stringify(billOfMaterials(), null, 2)}\n`
const [file] = process.argv.slice(2)
if (file === undefined) process.stdout.write(text)
else writeFileSync(file, text)
