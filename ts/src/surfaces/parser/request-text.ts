/** The text of a request. A request is refused only if it has no text. */
import type { FastifyRequest } from 'fastify'

/** Where the text may be: a field of the JSON body, or a parameter of the query, which `POST` may have as well. */
export type Source = `body.${string}` | `query.${string}`

/**
 * The text of the first source that exists. An empty one exists, and hides the later ones. A field that is not a string does
 * not exist; of a repeated parameter the first counts.
 */
export function textOf(request: FastifyRequest, sources: readonly Source[]): string | undefined {
  for (const source of sources) {
    const [place, name = ''] = source.split('.')
    const text = place === 'body' ? field(request.body, name) : parameter(request.query, name)
    if (text !== undefined) return text
  }
  return undefined
}

function field(body: unknown, name: string): string | undefined {
  const value = member(body, name)
  return typeof value === 'string' ? value : undefined
}

function parameter(query: unknown, name: string): string | undefined {
  const value = member(query, name)
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : undefined
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
