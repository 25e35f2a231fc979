/** Many addresses at the native surface: streamed by `/v1/bulk` if the server has it, otherwise in slices by `/v1/batch`. */
import type { GeocodeResult } from '../../../wire/geocode.js'
import { ask, brokenOff, Refusal, type RowAnswer, send, type Service } from '../service.js'
import { foundInWords, sentence } from '../../../wire/words.js'

/** How a server takes many addresses. */
type Many = Required<Pick<Service, 'rows' | 'mostRows'>>

/** Rows per request: few, so the first answers come soon and the server stays free for others. */
const SLICE = 100

/** A row of `/v1/batch`. */
type Row = GeocodeResult | { input: string; error: string }

/** Slices of `/v1/batch`. */
export const BATCH: Many = {
  mostRows: 20_000,
  rows: async function* (texts, signal) {
    let slice = SLICE
    for (let from = 0; from < texts.length;) {
      const some = texts.slice(from, from + slice)
      const request = { path: 'v1/batch', body: JSON.stringify({ addresses: some }) }
      let answered
      try {
        answered = await ask<{ results: Row[] }>(request, signal)
      } catch (error) {
        // The server accepts fewer rows than the page sent.
        if (!(error instanceof Refusal && error.status === 413 && slice > 1)) throw error
        slice = Math.ceil(slice / 4)
        continue
      }
      yield answered.body.results.map(rowOf)
      from += some.length
    }
  },
}

function rowOf(row: Row): RowAnswer {
  if ('error' in row) return failed(row.error)
  const { lat, lon, resolution_tier, match_level, accuracy_m, confidence } = row
  if (lat === null || lon === null) return NOTHING
  return {
    point: { lat, lon },
    radius: accuracy_m ?? undefined,
    tier: resolution_tier,
    level: foundInWords(match_level),
    confidence: confidence ?? undefined,
  }
}

const NOTHING: RowAnswer = { tier: '', level: 'No place found' }

function failed(error: string): RowAnswer {
  return { tier: '', level: sentence(error), error }
}

/** Fields requested of `/v1/bulk`, and their names in its answer. */
const FIELDS = ['lat', 'lon', 'tier', 'match_level', 'accuracy_m', 'confidence', 'error'] as const

/** A row of `/v1/bulk`: the number sent with the address, and the answer. */
type BulkRow = { row: number } & Partial<{
  geo_lat: number | null
  geo_lon: number | null
  geo_tier: string | null
  geo_match_level: string | null
  geo_accuracy_m: number | null
  geo_confidence: number | null
  geo_error: string | null
}>

/** One stream of `/v1/bulk`. */
export const BULK: Many = {
  mostRows: 200_000,
  rows: async function* (texts, signal) {
    const body = texts.map((address, row) => `${JSON.stringify({ row, address })}\n`).join('')
    const path = `v1/bulk?address=address&fields=${FIELDS.join(',')}`
    const response = await send(path, body, 'application/x-ndjson', signal)
    let next = 0
    for await (const lines of linesOf(response, signal)) {
      const answers: RowAnswer[] = []
      for (const line of lines) {
        const found = JSON.parse(line) as BulkRow
        // The server skips rows that are too long.
        for (; next < found.row; next += 1) answers.push(failed('the address is too long'))
        answers.push(bulkRowOf(found))
        next += 1
      }
      yield answers
    }
    if (next < texts.length) yield texts.slice(next).map(() => failed('the address is too long'))
  },
}

function bulkRowOf(found: BulkRow): RowAnswer {
  const { geo_lat: lat, geo_lon: lon, geo_error: error, geo_tier: tier, geo_match_level: level } = found
  if (error !== null && error !== undefined && error !== '') return failed(error)
  if (typeof lat !== 'number' || typeof lon !== 'number') return NOTHING
  return {
    point: { lat, lon },
    radius: found.geo_accuracy_m ?? undefined,
    tier: tier ?? '',
    level: foundInWords(level),
    confidence: found.geo_confidence ?? undefined,
  }
}

/** The lines of a body as they come, those of a chunk together. */
async function* linesOf({ body }: Response, signal: AbortSignal): AsyncGenerator<string[]> {
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read().catch(brokenOff(signal))
    const lines = `${rest}${value ?? ''}`.split('\n')
    rest = done ? '' : (lines.pop() ?? '')
    const whole = lines.filter((line) => line !== '')
    if (whole.length > 0) yield whole
    if (done) return
  }
}
