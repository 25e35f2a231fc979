/**
 * Writes the declarations of the library without TypeBox: what `Static<typeof Schema>` comes to, field by field, with the descriptions of the
 * schema. An editor shows a user what a field is, the compiler does not work TypeBox out again, which takes it most of a minute where it
 * checks libraries too, and an install has no need of the package. Declarations that the library does not export are taken out.
 *
 * To be run after `build-schemas.ts`, which makes the schemas JSON.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

import ts from 'typescript'

const DIST = join(import.meta.dirname, '../../ts/dist')

const { NoTruncation, InTypeAlias, UseSingleQuotesForStringLiteralType } = ts.TypeFormatFlags
const FORMAT: ts.TypeFormatFlags = NoTruncation | InTypeAlias | UseSingleQuotesForStringLiteralType

/** A schema, as far as declarations need it. */
interface Schema {
  $id?: string
  $ref?: string
  type?: string
  description?: string
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}

/** A type of the library that a schema describes. */
interface Described {
  name: string
  file: ts.SourceFile
  node: ts.TypeAliasDeclaration | ts.InterfaceDeclaration
  schema: Schema
}

const program = ts.createProgram([join(DIST, 'index.d.ts')], {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
})
const checker = program.getTypeChecker()
const files = program.getSourceFiles().filter(({ fileName, text }) => {
  return fileName.startsWith(DIST) && text.includes("from 'typebox'")
})
const described = (await Promise.all(files.map(describedIn))).flat()
const byComponent = new Map(described.map((one) => [one.schema.$id, one]))
const components = new Map((await Promise.all(files.map(schemasOf))).flat().map((one) => [one.$id, one]))
// All are worked out before the first is written: they are made of each other.
const written = files.map((file) => ({ path: file.fileName, text: declarationsOf(file) }))
for (const { path, text } of written) writeFileSync(path, text)
const read = new Set(program.getSourceFiles().map(({ fileName }) => fileName))
const others = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
  .map((name) => join(DIST, name))
  .filter((path) => path.endsWith('.d.ts') && !read.has(path))
for (const path of others) rmSync(path)
console.log(
  `${String(written.length)} declarations have no TypeBox; ${String(others.length)} are not of the library`,
)

function load(file: ts.SourceFile): Promise<Record<string, Schema>> {
  return import(file.fileName.replace(/\.d\.ts$/, '.js')) as Promise<Record<string, Schema>>
}

async function schemasOf(file: ts.SourceFile): Promise<Schema[]> {
  return Object.values(await load(file))
}

/** The types in a file that its schemas describe. */
async function describedIn(file: ts.SourceFile): Promise<Described[]> {
  const module = await load(file)
  return file.statements.flatMap((node) => {
    const isType = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)
    if (!isType || !node.getText(file).includes('Static<')) return []
    const name = node.name.text
    const [, fields, own = fields] =
      /Static<(?:Type\.TObject<typeof (\w+)>|typeof (\w+))>;$/.exec(node.getText(file)) ?? []
    const exported = module[own ?? ''] ?? schemaAs(name, file, module) ?? {}
    const schema = fields === undefined ? exported : { properties: exported as Record<string, Schema> }
    return [{ name, file, node, schema }]
  })
}

/** The schema that is declared to be of a type by its name. */
function schemaAs(name: string, file: ts.SourceFile, module: Record<string, Schema>): Schema | undefined {
  const [, schema] = new RegExp(`declare const (\\w+): Type\\.TUnsafe<${name}>;`).exec(file.text) ?? []
  return module[schema ?? '']
}

/** The text of a file of declarations: types alone. What an import of values brought is left out with it. */
function declarationsOf(file: ts.SourceFile): string {
  const imported = new Map<string, Described>()
  const types = file.statements.flatMap((node) => {
    if (!ts.isTypeAliasDeclaration(node) && !ts.isInterfaceDeclaration(node)) return []
    const one = described.find((other) => other.node === node)
    return [
      one === undefined
        ? node.getFullText(file).trim()
        : `${commentOf(node, file)}${declared(one, imported)}`,
    ]
  })
  const imports = [...imported.values()]
    .filter((one) => one.file !== file)
    .map((one) => {
      const path = relative(
        dirname(file.fileName),
        join(dirname(one.file.fileName), basename(one.file.fileName, '.d.ts')),
      )
      return `import type { ${one.name} } from '${path.startsWith('.') ? path : `./${path}`}.js'`
    })
  const header = ts.getLeadingCommentRanges(file.text, 0)?.[0]
  const about = header === undefined ? [] : [file.text.slice(header.pos, header.end)]
  return [[...about, ...imports].join('\n'), ...types].join('\n\n') + '\n'
}

/** The comment above a statement, with the end of its line. */
function commentOf(node: ts.Node, file: ts.SourceFile): string {
  const comment = ts.getLeadingCommentRanges(file.text, node.getFullStart())?.at(-1)
  return comment === undefined ? '' : `${file.text.slice(comment.pos, comment.end)}\n`
}

/** A type with its name. */
function declared({ name, node, schema }: Described, imported: Map<string, Described>): string {
  const type = checker.getTypeAtLocation(node.name)
  const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  const start = isExported ? 'export ' : ''
  return schema.properties === undefined
    ? `${start}type ${name} = ${textOf(type, {}, imported)}`
    : `${start}interface ${name} ${fieldsOf(type, schema, imported)}`
}

/** A type in words of TypeScript, with the names of those that have one. */
function textOf(type: ts.Type, schema: Schema, imported: Map<string, Described>): string {
  if (schema.$ref !== undefined) {
    const id = schema.$ref.replace(/#$/, '')
    const named = byComponent.get(id)
    if (named === undefined) return textOf(type, components.get(id) ?? {}, imported)
    imported.set(named.name, named)
    return named.name
  }
  if (schema.type === 'array' && schema.items !== undefined && checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference)
    const text = element === undefined ? 'unknown' : textOf(element, schema.items, imported)
    return /^([\w.]+|\{.*\})$/s.test(text) ? `${text}[]` : `(${text})[]`
  }
  if (schema.properties !== undefined && type.getProperties().length > 0)
    return fieldsOf(type, schema, imported)
  return checker.typeToString(type, undefined, FORMAT)
}

/** The fields of an object, in the order of the schema. */
function fieldsOf(type: ts.Type, { properties = {} }: Schema, imported: Map<string, Described>): string {
  const order = Object.keys(properties)
  const fields = [...type.getProperties()].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  const lines = fields.map((field) => {
    const schema = properties[field.name] ?? {}
    const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0
    const text = textOf(present(checker.getTypeOfSymbol(field)), schema, imported).replace(
      / \| undefined$/,
      '',
    )
    const description = schema.description ?? schema.anyOf?.[0]?.description
    const about = description === undefined ? '' : `/** ${description} */\n`
    const key = /^\w+$/.test(field.name) ? field.name : `'${field.name}'`
    return `${about}${key}${isOptional ? '?' : ''}: ${text}`
  })
  return `{\n${lines.join('\n').replace(/^/gm, '  ')}\n}`
}

/** What a field is where it is not left out. */
function present(type: ts.Type): ts.Type {
  const parts = type.isUnion() ? type.types.filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0) : []
  const [only] = parts
  return only !== undefined && parts.length === 1 ? only : type
}
