/**
 * The declarations of the library without TypeBox: what `Static<typeof Schema>` comes to, field by field, with the descriptions of the
 * schema. An editor shows a user what a field is, the compiler does not work TypeBox out again, which takes it most of a minute where it
 * checks libraries too, and an install has no need of the package. Declarations that the library does not export are taken out.
 *
 * The schemas are read from the modules beside the declarations, once these are JSON.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

import ts from 'typescript'

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

type TypeNode = ts.TypeAliasDeclaration | ts.InterfaceDeclaration

/** Declarations that use TypeBox, with what their module exports. */
interface Loaded {
  file: ts.SourceFile
  exported: Record<string, Schema>
}

/** A type of the library that a schema describes. */
interface Described {
  name: string
  file: ts.SourceFile
  node: TypeNode
  schema: Schema
}

/** Writes types as the checker works them out, in the order and with the descriptions of their schemas. */
class Writer {
  readonly #checker: ts.TypeChecker
  readonly #described: Described[]
  readonly #byComponent: Map<string | undefined, Described>
  readonly #components: Map<string | undefined, Schema>

  constructor(checker: ts.TypeChecker, loaded: Loaded[]) {
    this.#checker = checker
    this.#described = loaded.flatMap(describedIn)
    this.#byComponent = new Map(this.#described.map((one) => [one.schema.$id, one]))
    this.#components = new Map(
      loaded.flatMap(({ exported }) => Object.values(exported)).map((one) => [one.$id, one]),
    )
  }

  /** The text of a file of declarations: types alone. What an import of values brought is left out with it. */
  declarationsOf(file: ts.SourceFile): string {
    const imported = new Map<string, Described>()
    const types = file.statements.flatMap((node) => {
      if (!isType(node)) return []
      const one = this.#described.find((other) => other.node === node)
      return [
        one === undefined
          ? node.getFullText(file).trim()
          : `${commentOf(node, file)}${this.#declared(one, imported)}`,
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

  /** A type with its name. */
  #declared({ name, node, schema }: Described, imported: Map<string, Described>): string {
    const type = this.#checker.getTypeAtLocation(node.name)
    const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
    const start = isExported ? 'export ' : ''
    return schema.properties === undefined
      ? `${start}type ${name} = ${this.#textOf(type, {}, imported)}`
      : `${start}interface ${name} ${this.#fieldsOf(type, schema, imported)}`
  }

  /** A type in words of TypeScript, with the names of those that have one. */
  #textOf(type: ts.Type, schema: Schema, imported: Map<string, Described>): string {
    if (schema.$ref !== undefined) {
      const id = schema.$ref.replace(/#$/, '')
      const named = this.#byComponent.get(id)
      if (named === undefined) return this.#textOf(type, this.#components.get(id) ?? {}, imported)
      imported.set(named.name, named)
      return named.name
    }
    if (schema.type === 'array' && schema.items !== undefined && this.#checker.isArrayType(type)) {
      const [element] = this.#checker.getTypeArguments(type as ts.TypeReference)
      const text = element === undefined ? 'unknown' : this.#textOf(element, schema.items, imported)
      return /^([\w.]+|\{.*\})$/s.test(text) ? `${text}[]` : `(${text})[]`
    }
    if (schema.properties !== undefined && type.getProperties().length > 0)
      return this.#fieldsOf(type, schema, imported)
    return this.#checker.typeToString(type, undefined, FORMAT)
  }

  /** The fields of an object, in the order of the schema. */
  #fieldsOf(type: ts.Type, { properties = {} }: Schema, imported: Map<string, Described>): string {
    const order = Object.keys(properties)
    const fields = [...type.getProperties()].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
    const lines = fields.map((field) => {
      const schema = properties[field.name] ?? {}
      const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0
      const text = this.#textOf(present(this.#checker.getTypeOfSymbol(field)), schema, imported).replace(
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
}

/** Writes the declarations below a folder without TypeBox, and removes those that the library does not export. */
export async function writeDeclarations(dist: string): Promise<void> {
  const program = ts.createProgram([join(dist, 'index.d.ts')], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
  })
  const files = program.getSourceFiles().filter((file) => file.fileName.startsWith(dist) && usesTypeBox(file))
  const writer = new Writer(program.getTypeChecker(), await Promise.all(files.map(loadedOf)))
  // All are worked out before the first is written: they are made of each other.
  const written = files.map((file) => ({ path: file.fileName, text: writer.declarationsOf(file) }))
  for (const { path, text } of written) writeFileSync(path, text)
  const read = new Set(program.getSourceFiles().map(({ fileName }) => fileName))
  const others = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dist, name))
    .filter((path) => path.endsWith('.d.ts') && !read.has(path))
  for (const path of others) rmSync(path)
  console.log(
    `${String(written.length)} declarations have no TypeBox; ${String(others.length)} are not of the library`,
  )
}

function usesTypeBox({ statements }: ts.SourceFile): boolean {
  return statements.some(
    (node) =>
      ts.isImportDeclaration(node) &&
      ts.isStringLiteral(node.moduleSpecifier) &&
      node.moduleSpecifier.text === 'typebox',
  )
}

async function loadedOf(file: ts.SourceFile): Promise<Loaded> {
  const exported = (await import(file.fileName.replace(/\.d\.ts$/, '.js'))) as Record<string, Schema>
  return { file, exported }
}

/** The types in a file that its schemas describe. */
function describedIn({ file, exported }: Loaded): Described[] {
  return file.statements.flatMap((node) => {
    if (!isType(node) || !names(node, 'Static')) return []
    const { name, isFields } = schemaNamed(node)
    const own = exported[name ?? ''] ?? schemaAs(node.name.text, file, exported) ?? {}
    const schema = isFields ? { properties: own as Record<string, Schema> } : own
    return [{ name: node.name.text, file, node, schema }]
  })
}

/** The schema in `Static<typeof Schema>`, or the fields in `Static<Type.TObject<typeof FIELDS>>`. */
function schemaNamed(node: TypeNode): { name?: string; isFields: boolean } {
  const [whole] = ts.isTypeAliasDeclaration(node) ? argumentsOf(node.type) : []
  const [fields] = whole === undefined ? [] : argumentsOf(whole)
  const query = fields ?? whole
  return query !== undefined && ts.isTypeQueryNode(query)
    ? { name: query.exprName.getText(), isFields: fields !== undefined }
    : { isFields: false }
}

function argumentsOf(type: ts.TypeNode): readonly ts.TypeNode[] {
  return ts.isTypeReferenceNode(type) ? (type.typeArguments ?? []) : []
}

/** The schema that is declared to be of a type by its name: `declare const Schema: Type.TUnsafe<Name>`. */
function schemaAs(name: string, file: ts.SourceFile, exported: Record<string, Schema>): Schema | undefined {
  const declaration = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find(({ type }) => type?.getText(file) === `Type.TUnsafe<${name}>`)
  return exported[declaration?.name.getText(file) ?? '']
}

function isType(node: ts.Node): node is TypeNode {
  return ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)
}

/** Whether a name stands anywhere in a declaration. */
function names(node: ts.Node, name: string): boolean {
  const isNamed = (child: ts.Node): boolean => names(child, name)
  return (ts.isIdentifier(node) && node.text === name) || (ts.forEachChild(node, isNamed) ?? false)
}

/** The comment above a statement, with the end of its line. */
function commentOf(node: ts.Node, file: ts.SourceFile): string {
  const comment = ts.getLeadingCommentRanges(file.text, node.getFullStart())?.at(-1)
  return comment === undefined ? '' : `${file.text.slice(comment.pos, comment.end)}\n`
}

/** What a field is where it is not left out. */
function present(type: ts.Type): ts.Type {
  const parts = type.isUnion() ? type.types.filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0) : []
  const [only] = parts
  return only !== undefined && parts.length === 1 ? only : type
}
