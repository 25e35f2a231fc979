/** What a parse costs through the addon: median, p99 and rate of one thread, resident memory, time to load. */
import { createEngine } from '../core.js'
import { percentile } from '../results.js'

const ADDRESSES = [
  '350 5th Ave Apt 4B, New York, NY 10118, USA',
  'Bât. C, 12 bis rue de la République, 75011 Paris, France',
  '1600 Pennsylvania Ave NW, Washington, DC 20500',
  'Hauptstraße 5a, 80331 München, Deutschland',
]
const ROUNDS = 5_000

const begin = performance.now()
const { parse } = createEngine({ environment: { SERVICE_DATA_ROOT: '/nowhere' } })
const loaded = performance.now() - begin
if (parse === undefined) throw new Error('no weights; run `npm run build` first')

const times: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  for (const address of ADDRESSES) {
    const start = performance.now()
    parse(address, 'auto', false)
    times.push(performance.now() - start)
  }
}
times.sort((a, b) => a - b)
const at = (share: number) => `${(percentile(times, share) * 1000).toFixed(0)} µs`
const total = times.reduce((sum, time) => sum + time, 0)
console.log(`load       ${loaded.toFixed(0)} ms`)
console.log(`p50        ${at(0.5)}`)
console.log(`p99        ${at(0.99)}`)
console.log(`rate       ${(times.length / (total / 1000)).toFixed(0)} parses/s`)
console.log(`resident   ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`)
