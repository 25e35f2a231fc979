/** `/v1/bulk`, registered only with `--bulk`: a table of any length, streamed in and out. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import type { FastifyReply } from 'fastify'
import { Counter } from 'prom-client'
import Type, { type Static } from 'typebox'
import { Check, Errors } from 'typebox/value'

import { openedFiles } from '../../../bulk/opened-files.js'
import { isWhole, startTable } from '../../../bulk/process.js'
import type { App } from '../../../http/app.js'
import { fail } from '../../../http/responses/errors.js'
import { FairQueue } from '../../../http/connections/fair-queue.js'
import { whenGone } from '../../../http/connections/client-gone.js'
import { readAhead } from '../../../http/connections/read-ahead.js'
import { invalidField, TABLE_TOO_SLOW } from '../errors.js'
import { failuresOf, type NativeContext } from './route.js'

/** Tables that a worker answers at once; others wait for their turn. */
const AT_ONCE = 1

const Column = (holds: string) =>
  Type.Optional(Type.String({ minLength: 1, description: `Column of ${holds}` }))

/** Parameters of a table: the flags of `milepost bulk` that define its columns. */
export const BulkQuery = Type.Object(
  {
    format: Type.Optional(
      Type.Union(
        [Type.Literal('csv'), Type.Literal('tsv'), Type.Literal('ndjson'), Type.Literal('geojson')],
        {
          description: 'Kind of the result; that of the request unless it is said',
        },
      ),
    ),
    only: Type.Optional(
      Type.Union(
        [Type.Literal('geocode'), Type.Literal('parse'), Type.Literal('reverse'), Type.Literal('key')],
        { description: 'What is asked of each row' },
      ),
    ),
    key_country: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{2}$',
        description: 'Of keys: country (ISO 3166-1 alpha-2) of addresses that name none',
      }),
    ),
    address: Column('the whole address'),
    street: Column('the street'),
    number: Column('the house number'),
    unit: Column('the unit'),
    city: Column('the town'),
    postcode: Column('the postcode'),
    region: Column('the state or region'),
    country: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Column of the country, or countries that all answers lie in: `us` or `us,ca`',
      }),
    ),
    near: Type.Optional(
      Type.String({ description: 'Point near which places are preferred: `latitude,longitude`' }),
    ),
    bounds: Type.Optional(
      Type.String({ description: 'Box that all answers lie in: `south,west,north,east`, degrees' }),
    ),
    lat: Column('the latitude'),
    lon: Column('the longitude'),
    fields: Type.Optional(Type.String({ description: 'Columns of the answer, comma-separated' })),
    prefix: Type.Optional(Type.String({ description: 'Stands before their names; `geo_`' })),
    delimiter: Type.Optional(Type.String({ minLength: 1, description: 'What stands between cells' })),
  },
  { additionalProperties: false },
)

const EXAMPLE = {
  csv: 'id,address\n1,"Reno, NV"\n',
  ndjson: '{"id":1,"address":"Reno, NV"}\n',
}
const ANSWER = {
  csv: 'id,address,geo_lat,geo_lon,geo_tier\n1,"Reno, NV",39.52963,-119.8138,admin\n',
  ndjson: '{"id":1,"address":"Reno, NV","geo_lat":39.52963,"geo_lon":-119.8138,"geo_tier":"admin"}\n',
}
const TEXT = { type: 'string' }

/** A table; any type other than NDJSON is read as CSV. */
const BODY = {
  content: {
    'text/csv': { schema: TEXT, example: EXAMPLE.csv },
    'application/x-ndjson': { schema: TEXT, example: EXAMPLE.ndjson },
  },
}

const WHOLE = {
  description: 'The table with the columns asked for; one that breaks off is not whole',
  content: {
    'text/csv': { schema: TEXT, example: ANSWER.csv },
    'text/tab-separated-values': { schema: TEXT, example: ANSWER.csv.replaceAll(',', '\t') },
    'application/x-ndjson': { schema: TEXT, example: ANSWER.ndjson },
    'application/geo+json': {
      schema: TEXT,
      example: '{"type":"FeatureCollection","features":[]}',
    },
  },
}

/** The options of the surface, so that a table is answered from the same data. */
export interface BulkFiles {
  locale?: string | undefined
  weights?: string | undefined
  candidateDb?: string | undefined
}

const KINDS: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  ndjson: 'application/x-ndjson',
  geojson: 'application/geo+json',
}

const SCHEMA = {
  operationId: 'geocodeTable',
  tags: ['geocoding'],
  summary: 'Geocode a table of any length, row by row',
  description: 'CSV or NDJSON in, with all its columns and what was found behind them out.',
  querystring: BulkQuery,
  body: BODY,
  response: {
    ...failuresOf({
      field: invalidField('table', 'there is no column `c`; there are: a, b'),
      too_slow: TABLE_TOO_SLOW,
    }),
    200: WHOLE,
  },
}

/** Registers it, in a scope of its own: its body is read as a stream, not as JSON. */
export async function registerBulk(
  app: App,
  files: BulkFiles,
  { engine, metrics }: NativeContext,
): Promise<void> {
  const queue = new FairQueue(AT_ONCE)
  const tables = tableCounter(metrics)
  await app.register((scope, _options, registered) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, parsed) => {
      parsed(null, body)
    })
    // The scope's hooks see the type before that of the surface makes JSON of it.
    scope.post<{ Querystring: Static<typeof BulkQuery>; Body: IncomingMessage }>(
      '/v1/bulk',
      {
        attachValidation: true,
        schema: SCHEMA,
        // The body is a stream at this point.
        validatorCompiler: ({ httpPart }) =>
          httpPart === 'querystring' ? checkQuery : (value: unknown) => ({ value }),
      },
      async (request, reply) => {
        if (request.validationError !== undefined) {
          tables.inc({ end: 'refused' })
          return fail(reply, invalidField('query', request.validationError.message))
        }
        const { input, output, flags } = formatsOf(request.query, request.raw)
        const gone = whenGone(reply)
        // It may wait for its turn for any time; then `readAhead` looks after it. Node sets the timeout again after the answer.
        request.raw.socket.setTimeout(0)
        return queue.run(
          request.ip,
          () =>
            answerTable(reply, {
              body: request.body,
              flags: [
                '-',
                '--quiet',
                `--input-format=${input}`,
                `--format=${output}`,
                ...flags,
                ...openedFiles(flagsOf(files), engine.files?.()),
              ],
              type: KINDS[output] ?? 'text/plain',
              gone,
              count: (end) => {
                tables.inc({ end })
              },
            }),
          gone,
        )
      },
    )
    registered()
  })
}

function tableCounter({ registry }: NativeContext['metrics']): Counter<'end'> {
  return new Counter({
    name: 'milepost_tables_total',
    help: 'Tables of /v1/bulk by how they ended: whole, refused, broken off by the client, failed',
    labelNames: ['end'],
    registers: [registry],
  })
}

/** The formats of a table and of its answer, and the other flags of the query. */
function formatsOf({ format, ...others }: Static<typeof BulkQuery>, { rawHeaders }: IncomingMessage) {
  const input = rawHeaders.join(' ').includes('ndjson') ? 'ndjson' : 'csv'
  const flags = Object.entries(others).map(([flag, value]) => `--${flag.replace('_', '-')}=${value}`)
  return { input, output: format ?? input, flags }
}

/** A table that a client sends, and how it is answered. */
interface Table {
  body: IncomingMessage
  flags: string[]
  type: string
  /** Aborted when the client leaves. */
  gone: AbortSignal
  count: (end: string) => void
}

/** Answers a table by the command, whose turn ends when the last byte of the answer has gone. */
async function answerTable(
  reply: FastifyReply,
  { body, flags, type, gone, count }: Table,
): Promise<FastifyReply> {
  const table = startTable(flags)
  // It has nothing to tidy up, and may be too busy to hear of another signal.
  const stop = () => void table.kill('SIGKILL')
  const stalled = new AbortController()
  gone.addEventListener('abort', stop)
  stalled.signal.addEventListener('abort', stop)
  if (gone.aborted) stop()
  const hasLeft = () => gone.aborted || stalled.signal.aborted
  const ahead = readAhead(body, () => {
    stalled.abort()
  })
  table.stdin.on('error', () => undefined)
  ahead.pipe(table.stdin)
  const said = text(table.stderr)
  const ended = once(table, 'close') as Promise<[number | null]>
  const chunks = table.stdout[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>
  const first = await chunks.next()
  if (first.done === true) {
    const [code] = await ended
    const [message = ''] = (await said).replace(/^milepost bulk: /, '').split('\n')
    if (!isWhole(code)) {
      count(hasLeft() ? 'left' : 'refused')
      return fail(reply, stalled.signal.aborted ? TABLE_TOO_SLOW : invalidField('table', message))
    }
  }
  void ended.then(([code]) => {
    count(isWhole(code) ? 'whole' : hasLeft() ? 'left' : 'failed')
  })
  const answer = Readable.from(answered(first, chunks, ended, said))
  // Its turn ends when the last byte has gone.
  await reply.type(type).send(answer)
  return reply
}

function checkQuery(query: unknown): { value: unknown } | { error: Error } {
  if (Check(BulkQuery, query)) return { value: query }
  const [problem] = Errors(BulkQuery, query)
  return { error: new Error(`${problem?.instancePath.slice(1) ?? ''} ${problem?.message ?? ''}`.trim()) }
}

/** The bytes of the answer; an answer that ends early breaks off, so that clients do not take it for complete. */
async function* answered(
  first: IteratorResult<Buffer>,
  rest: AsyncIterable<Buffer>,
  ended: Promise<[number | null]>,
  said: Promise<string>,
): AsyncGenerator<Buffer> {
  if (first.done !== true) yield first.value
  yield* rest
  const [code] = await ended
  if (!isWhole(code)) throw new Error((await said) || 'the table was not answered to its end')
}

function flagsOf({ locale, weights, candidateDb }: BulkFiles): string[] {
  const flags: [string, string | undefined][] = [
    ['--locale', locale],
    ['--weights', weights],
    ['--candidate-db', candidateDb],
  ]
  return flags.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]))
}
