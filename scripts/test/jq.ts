/** The jq that commands of the documents call in tests: that of the package `jq-wasm`, from standard input, with the flags they use. */
import { text } from 'node:stream/consumers'

import jq from 'jq-wasm'

const flags = process.argv.slice(2).filter((word) => /^-[crs]+$/.test(word))
const [filter, ...more] = process.argv.slice(2).filter((word) => !flags.includes(word))
if (filter === undefined || filter.startsWith('-') || more.length > 0) {
  console.error(`jq: tests have its flags -c, -r, -s and one filter, not: ${process.argv.slice(2).join(' ')}`)
  process.exit(2)
}
try {
  const said = await jq.raw(await text(process.stdin), filter, flags)
  if (said !== '') console.log(said)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 5
}
