/** `milepost mcp`: parse, compare, geocode and reverse as tools of the Model Context Protocol, on standard input and output. */
import type { CallToolResult, JsonSchemaType } from '@modelcontextprotocol/server'

import { createEngine } from '../engine/engine.js'
import { installCommand } from '../terminal/optional-packages.js'
import { answerBounds } from '../wire/answer-bounds.js'
import { VERSION } from '../version.js'

/** Flags of the command. */
export interface McpFlags {
  locale?: string
  weights?: string
  candidateDb?: string
}

interface Asked {
  address: string
  country?: string[]
}

interface Pair {
  a: string
  b: string
}

interface Point {
  lat: number
  lon: number
}

const ADDRESS: JsonSchemaType = {
  type: 'string',
  minLength: 1,
  maxLength: 1024,
  description: 'The address as it is written',
}

const COUNTRY: JsonSchemaType = {
  type: 'array',
  items: { type: 'string', pattern: '^[A-Za-z]{2}$' },
  description: 'Countries that the answer must lie in, ISO 3166-1 alpha-2',
}

/** What an assistant reads of a tool. */
interface Tool {
  description: string
  schema: JsonSchemaType
}

const PARSE: Tool = {
  description: 'Split a postal address into labelled components with confidences',
  schema: objectOf({ address: ADDRESS }, ['address']),
}

const COMPARE: Tool = {
  description:
    'Tell whether two postal addresses are the same: verdict (same, same_building, likely, different), probability, and how far each component agrees',
  schema: objectOf({ a: ADDRESS, b: ADDRESS }, ['a', 'b']),
}

const GEOCODE: Tool = {
  description:
    'Find where a postal address is: latitude, longitude, radius in metres, confidence, and what the answer leaves out or corrects. lat and lon are null if nothing fits',
  schema: objectOf({ address: ADDRESS, country: COUNTRY }, ['address']),
}

const REVERSE: Tool = {
  description: 'Find the places that contain a point in degrees, finest first, after the nearest house',
  schema: objectOf({ lat: degrees(90), lon: degrees(180) }, ['lat', 'lon']),
}

/**
 * Serves the tools until standard input ends.
 * @throws Error in one sentence if the SDK is not installed or nothing can be opened.
 */
export async function serveMcp(flags: McpFlags): Promise<void> {
  const { McpServer, fromJsonSchema, serveStdio } = await loadSdk()
  const warnings: string[] = []
  const engine = createEngine({ ...flags, warn: (message) => void warnings.push(message) })
  const { parseAll, compare, geocodeAll, reverse } = engine
  if (parseAll === undefined) throw new Error(warnings.join('; '))
  warnings.forEach((warning) => process.stderr.write(`milepost: ${warning}\n`))
  const described = <Question>({ description, schema }: Tool) => ({
    description,
    inputSchema: fromJsonSchema<Question>(schema),
    annotations: { readOnlyHint: true, openWorldHint: false },
  })
  serveStdio(() => {
    const server = new McpServer({ name: 'milepost', version: VERSION })
    server.registerTool('parse', described<Asked>(PARSE), ({ address }) =>
      answered(() => parseAll([address], 'auto', false)),
    )
    if (compare !== undefined) {
      server.registerTool('compare', described<Pair>(COMPARE), ({ a, b }) =>
        answered(() => Promise.resolve([compare(a, b, '', 'auto', false)])),
      )
    }
    if (geocodeAll !== undefined) {
      server.registerTool('geocode', described<Asked>(GEOCODE), ({ address, country }) =>
        answered(() => geocodeAll([address], 'auto', answerBounds(country === undefined ? {} : { country }))),
      )
    }
    if (reverse !== undefined) {
      server.registerTool('reverse', described<Point>(REVERSE), ({ lat, lon }) =>
        answered(() => Promise.resolve([reverse(lat, lon, { houses: true }) ?? '[]'])),
      )
    }
    return server
  })
}

function degrees(most: number): JsonSchemaType {
  return { type: 'number', minimum: -most, maximum: most }
}

function objectOf(properties: Record<string, JsonSchemaType>, required: string[]): JsonSchemaType {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** The body of a call as a result; a failure is one that the assistant can read. */
async function answered(ask: () => Promise<string[]>): Promise<CallToolResult> {
  try {
    const [text = ''] = await ask()
    const failure = (JSON.parse(text) as { error?: string }).error
    return { content: [{ type: 'text', text: failure ?? text }], isError: failure !== undefined }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { content: [{ type: 'text', text }], isError: true }
  }
}

async function loadSdk() {
  try {
    const [{ McpServer, fromJsonSchema }, { serveStdio }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('@modelcontextprotocol/server/stdio'),
    ])
    return { McpServer, fromJsonSchema, serveStdio }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    const install = installCommand('@modelcontextprotocol')
    throw new Error(`mcp needs a package that is not installed: ${install}`, { cause: error })
  }
}
