/** `npm run bench:report`: writes the figures of `benches/results` into every document that quotes them, and the table of docs/benchmarks.md. */
import { readFileSync, writeFileSync } from 'node:fs'

import { documents } from './documents.js'
import { recorded, withFigures } from './figures.js'

const results = recorded()
for (const path of documents()) {
  const text = readFileSync(path, 'utf8')
  const written = withFigures(text, results)
  if (written === text) continue
  writeFileSync(path, written)
  console.log(`written: ${path}`)
}
