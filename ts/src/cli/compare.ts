/** `milepost compare`: whether two addresses are the same. */
import { createEngine } from '../engine/engine.js'
import { print } from '../terminal/output.js'
import type { Comparison } from '../wire/comparison.js'
import { percent } from '../wire/words.js'

/** Flags of the command. */
export interface CompareFlags {
  country?: string
  geocode?: boolean
  candidateDb?: string
  locale?: string
  weights?: string
  json?: boolean
}

/**
 * Compares two addresses: lines on a terminal, otherwise the JSON body.
 * @throws Error in one sentence if no weights can be opened, or for a geocode no gazetteer.
 */
export async function compareTexts(a: string, b: string, flags: CompareFlags): Promise<void> {
  const { country = '', json = false, geocode = false, ...options } = flags
  const warnings: string[] = []
  const engine = createEngine({
    ...options,
    ...(!geocode && { gazetteer: false }),
    warn: (message) => void warnings.push(message),
  })
  if (engine.compare === undefined || (geocode && engine.geocode === undefined))
    throw new Error(warnings.join('; '))
  if (a.trim() === '' || b.trim() === '') throw new Error('address is required')
  const body = engine.compare(a, b, country, 'auto', geocode)
  await print(process.stdout.isTTY && !json ? rendered(JSON.parse(body) as Comparison) : `${body}\n`)
}

function rendered({ verdict, probability, components, distance_m: distance }: Comparison): string {
  const rows = Object.entries(components).map(([name, agreement]) => `  ${name.padEnd(14)}${agreement}\n`)
  const apart = distance === undefined ? '' : `  ${String(distance)} m apart\n`
  return `${verdict} (${percent(probability)})\n${rows.join('')}${apart}`
}
