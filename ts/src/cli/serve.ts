/** `milepost serve`. */
import { createEngine } from '../engine/engine.js'
import { listen } from '../http/lifecycle.js'
import { BATCH_MAX, createNativeServer } from '../surfaces/native/server.js'

/** Flags of `milepost serve`. */
export interface ServeOptions {
  port: number
  host: string
  candidateDb?: string
  locale: string
  logLevel: string
  grace: number
}

/** Opens the engine, listens, and says on standard error what is on and what is off. */
export async function serve(options: ServeOptions): Promise<void> {
  const say = (line: string) => process.stderr.write(`milepost: ${line}\n`)
  const batchMax = readBatchMax(process.env['SERVICE_BATCH_MAX'])
  const engine = createEngine({ locale: options.locale, candidateDb: options.candidateDb, warn: say })
  const app = await createNativeServer({ engine, batchMax, logLevel: options.logLevel })
  const url = await listen(app, options)
  say(`listening on ${url}`)
  say(`parsing ${engine.parse ? 'on' : 'off'}, geocoding ${engine.geocode ? 'on' : 'off'}`)
}

/** Row cap of a batch. */
function readBatchMax(text: string | undefined): number {
  if (text === undefined || text === '') return BATCH_MAX
  if (!/^\d+$/.test(text) || Number(text) < 1 || !Number.isSafeInteger(Number(text))) {
    throw new Error(`SERVICE_BATCH_MAX must be a whole number of at least 1, not \`${text}\``)
  }
  return Number(text)
}
