/** Identifiers of forward results, which have no gazetteer id, such as houses. */
import { createHash } from 'node:crypto'

/** Bytes of the hash: a safe integer, and 48 bits keep apart what 32 would confuse among a million results. */
const BYTES = 6

/** A positive integer, the same for the same coordinates and name, in every process and release. */
export function placeId(lat: string, lon: string, displayName: string): number {
  const digest = createHash('sha1').update(`${lat},${lon},${displayName}`).digest()
  return digest.readUIntBE(0, BYTES) || 1
}
