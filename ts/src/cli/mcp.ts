/** `milepost mcp`: parse, compare, geocode and reverse as tools of the Model Context Protocol, on standard input and output. */
import type { CallToolResult, JsonSchemaType } from '@modelcontextprotocol/server'

import { createEngine } from '../engine/engine.js'
import { installCommand } from '../terminal/optional-packages.js'
import { answerBounds } from '../wire/answer-bounds.js'
import { MOST_CHARACTERS_OF_ADDRESS } from '../wire/limits.js'
import { VERSION } from '../version.js'

/** Flags of the command. */
export interface McpFlags {
  locale?: string
  weights?: string
  candidateDb?: string
}

const ADDRESS: JsonSchemaType = {
  type: 'string',
  minLength: 1,
  maxLength: MOST_CHARACTERS_OF_ADDRESS,
  description: 'The address as it is written',
}

const COUNTRY: JsonSchemaType = {
  type: 'array',
  items: { type: 'string', pattern: '^[A-Za-z]{2}$' },
  description: 'Countries that the answer must lie in, ISO 3166-1 alpha-2',
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
  serveStdio(() => {
    const server = new McpServer({ name: 'milepost', version: VERSION })
    /** A tool whose question has these properties, all of them required but `country`. */
    const tool = <Question>(
      name: string,
      description: string,
      properties: Record<keyof Question, JsonSchemaType>,
      ask: (question: Question) => Promise<string[]>,
    ) => {
      const required = Object.keys(properties).filter((property) => property !== 'country')
      const schema: JsonSchemaType = { type: 'object', properties, required, additionalProperties: false }
      const inputSchema = fromJsonSchema<Question>(schema)
      const annotations = { readOnlyHint: true, openWorldHint: false }
      server.registerTool(name, { description, inputSchema, annotations }, (question: Question) =>
        answered(() => ask(question)),
      )
    }
    tool<{ address: string }>(
      'parse',
      'Split a postal address into labelled components with confidences',
      { address: ADDRESS },
      ({ address }) => parseAll([address], 'auto', false),
    )
    if (compare !== undefined) {
      tool<{ a: string; b: string }>(
        'compare',
        'Tell whether two postal addresses are the same: verdict (same, same_building, likely, different), probability, and how far each component agrees',
        { a: ADDRESS, b: ADDRESS },
        ({ a, b }) => Promise.resolve([compare(a, b, '', 'auto', false)]),
      )
    }
    if (geocodeAll !== undefined) {
      tool<{ address: string; country?: string[] }>(
        'geocode',
        'Find where a postal address is: latitude, longitude, radius in metres, confidence, and what the answer leaves out or corrects. lat and lon are null if nothing fits',
        { address: ADDRESS, country: COUNTRY },
        ({ address, country }) =>
          geocodeAll([address], 'auto', answerBounds(country === undefined ? {} : { country })),
      )
    }
    if (reverse !== undefined) {
      tool<{ lat: number; lon: number }>(
        'reverse',
        'Find the places that contain a point in degrees, finest first, after the nearest house',
        { lat: degrees(90), lon: degrees(180) },
        ({ lat, lon }) => Promise.resolve([reverse(lat, lon, { houses: true }) ?? '[]']),
      )
    }
    return server
  })
}

function degrees(most: number): JsonSchemaType {
  return { type: 'number', minimum: -most, maximum: most }
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
