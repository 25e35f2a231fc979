/** Converts OpenAPI 3.1 to 3.0.3, whose schemas are a modified, older JSON Schema. */

type Json = Record<string, unknown>

/** Rewrites a 3.1 document: null types, `const`, exclusive bounds, lists of examples, references with neighbours, the licence's identifier. */
export function toOpenApi30(document: object): unknown {
  const { info, ...rest } = rewrite(document) as Json & { info: { license?: Json } }
  const { license } = info
  // 3.0 knows a licence by its URL, 3.1 by its SPDX identifier.
  if (typeof license?.['identifier'] === 'string') {
    const { identifier, ...named } = license as Json & { identifier: string }
    info.license = { ...named, url: `https://spdx.org/licenses/${identifier}.html` }
  }
  return { ...rest, openapi: '3.0.3', info }
}

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite)
  if (typeof value !== 'object' || value === null) return value
  const object: Json = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rewrite(inner)]))
  if (Array.isArray(object['examples'])) {
    object['example'] = object['examples'][0] as unknown
    delete object['examples']
  }
  if ('const' in object) {
    object['enum'] = [object['const']]
    delete object['const']
  }
  return referenceAlone(withoutNullType(withoutTypeList(withBoundFlags(object))))
}

/** `exclusiveMaximum: 360` is `maximum: 360, exclusiveMaximum: true`, and so for the minimum. */
function withBoundFlags(schema: Json): Json {
  const { exclusiveMaximum: most, exclusiveMinimum: least, ...rest } = schema
  return {
    ...rest,
    ...(typeof most === 'number' && { maximum: most, exclusiveMaximum: true }),
    ...(typeof least === 'number' && { minimum: least, exclusiveMinimum: true }),
  }
}

/** `type: [string, null]` */
function withoutTypeList(schema: Json): Json {
  const { type, ...rest } = schema
  if (!Array.isArray(type)) return schema
  const others = type.filter((name) => name !== 'null') as unknown[]
  const nullable = others.length < type.length ? { nullable: true } : {}
  if (others.length === 1) return { ...rest, type: others[0], ...nullable }
  return { ...rest, anyOf: others.map((name) => ({ type: name })), ...nullable }
}

/** Null as a choice of its own; `nullable` counts beside a `type` only. */
const NULL: Json = { type: 'object', nullable: true, enum: [null] }

/** `anyOf: [..., {type: null}]` */
function withoutNullType(schema: Json): Json {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const others = anyOf.filter((choice) => (choice as Json)['type'] !== 'null') as Json[]
  if (others.length === anyOf.length) return schema
  const [only] = others
  if (others.length > 1 || only === undefined) return { ...rest, anyOf: [...others, NULL] }
  // `nullable` beside a reference would be ignored.
  return '$ref' in only ? { ...rest, anyOf: [only, NULL] } : { ...rest, ...only, nullable: true }
}

/** OpenAPI 3.0 ignores siblings of a `$ref`. */
function referenceAlone(schema: Json): Json {
  const { $ref, ...rest } = schema
  if (typeof $ref !== 'string' || Object.keys(rest).length === 0) return schema
  return { ...rest, allOf: [{ $ref }] }
}
