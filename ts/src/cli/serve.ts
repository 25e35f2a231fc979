/** `milepost serve`. */
import { serve as serveSurface } from '../http/lifecycle/serve.js'
import type { NativeOptions } from '../surfaces/native/surface.js'

/** Module of the native surface. */
export const NATIVE_SURFACE = new URL('../surfaces/native/surface.js', import.meta.url).href

/** Serves the native surface. Only this command reads `SERVICE_BATCH_MAX` and `SERVICE_WOF_DB`. Returns the address. */
export async function serveNative(options: NativeOptions): Promise<string> {
  const batchMax = readBatchMax(process.env['SERVICE_BATCH_MAX'])
  const adminDb = process.env['SERVICE_WOF_DB']
  return serveSurface(NATIVE_SURFACE, {
    ...options,
    ...(batchMax !== undefined && { batchMax }),
    ...(adminDb !== undefined && adminDb !== '' && { adminDb }),
  })
}

/** Row cap of a batch. */
function readBatchMax(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^\d+$/.test(text) || Number(text) < 1 || !Number.isSafeInteger(Number(text))) {
    throw new Error(`SERVICE_BATCH_MAX must be a whole number of at least 1, not \`${text}\``)
  }
  return Number(text)
}
