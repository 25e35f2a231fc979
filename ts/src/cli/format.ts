/** `milepost format`: components to an address and its key, one set or one per line. */
import { text as everythingOf } from 'node:stream/consumers'

import type { Components } from '../format/components.js'
import { formatAddress, type FormatOptions, type Formatted } from '../format/format.js'
import { print } from '../terminal/output.js'
import { eachLine } from './lines.js'

/** Flags of the command. Where a request says the same itself, it wins. */
export interface FormatFlags extends FormatOptions {
  country?: string
  json?: boolean
}

/** A body of `/v1/format`. */
interface Request {
  components: Components
  country: string
  options: FormatOptions
}

/**
 * Formats the components of a JSON text, otherwise of standard input: lines and key on a terminal, otherwise the JSON body.
 * @throws Error if the text is not such JSON or nothing names the country.
 */
export async function formatText(text: string | undefined, flags: FormatFlags): Promise<void> {
  const answer = answerOf(text ?? (await everythingOf(process.stdin)), flags)
  const readable = process.stdout.isTTY && flags.json !== true
  const { formatted, canonicalKey: key } = answer
  await print(readable ? `${formatted}\n\n${key}\n` : `${JSON.stringify(answer)}\n`)
}

/** Formats standard input line by line, in order; a line that cannot be formatted answers `{input, error}`. */
export function formatLines(flags: FormatFlags): Promise<void> {
  return eachLine(
    (lines) =>
      Promise.resolve(
        lines.map((line) => {
          try {
            return JSON.stringify(answerOf(line, flags))
          } catch (error) {
            return JSON.stringify({
              input: line,
              error: error instanceof Error ? error.message : String(error),
            })
          }
        }),
      ),
    { addresses: false },
  )
}

function answerOf(json: string, flags: FormatFlags): Formatted {
  const { components, country, options } = requestOf(json, flags)
  return formatAddress(components, country, options)
}

/** Reads a body of `/v1/format`, or components alone. */
function requestOf(json: string, flags: FormatFlags): Request {
  const value = parsed(json)
  if (!isObject(value)) throw new Error('the components must be a JSON object')
  const whole = isObject(value['components'])
  const components = whole ? value['components'] : value
  if (!isComponents(components)) throw new Error('a component must be a string or an array of strings')
  const country = whole && typeof value['country'] === 'string' ? value['country'] : flags.country
  if (country === undefined) throw new Error('country is required: name it with --country')
  const { appendCountry, abbreviate, separator } = flags
  const own = whole && isObject(value['options']) ? value['options'] : {}
  return { components, country, options: { appendCountry, abbreviate, separator, ...own } }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new Error('the components are not valid JSON')
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isComponents(value: unknown): value is Components {
  const isText = (item: unknown) => typeof item === 'string'
  return (
    isObject(value) &&
    Object.values(value).every((item) => isText(item) || (Array.isArray(item) && item.every(isText)))
  )
}
