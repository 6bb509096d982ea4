// JSON Schemas of TypeScript types, as the compiler knows them: comments describe, tags in them limit.
import { fileURLToPath } from 'node:url'
import {
  API,
  SymbolFlags,
  TypeFlags,
  type Checker,
  type Project,
  type Symbol,
  type Type
} from 'typescript/unstable/sync'
import * as ast from 'typescript/unstable/ast'

export type Schema = Record<string, any>

const plugin = fileURLToPath(new URL('../plugin', import.meta.url))

/** Tags with a value, as JSON Schema has them. */
const limits = ['minimum', 'exclusiveMinimum', 'maximum', 'minItems', 'maxItems', 'minProperties', 'anyOf']

/** @returns what reads the sources, and is given to `read` */
export function withSources<T>(read: (types: Types) => T): T {
  const api = new API({ cwd: plugin })
  try {
    const config = `${plugin}/tsconfig.json`
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error(`${config} can't be read`)
    return read(new Types(project))
  } finally {
    api.close()
  }
}

export class Types {
  readonly $defs: Record<string, Schema> = {}
  #found = new Map<string, Symbol>()
  #project: Project
  #checker: Checker

  constructor(project: Project) {
    this.#project = project
    this.#checker = project.checker
  }

  /** @returns of a type that a file of the plugin exports; what it refers to is in $defs */
  of(file: string, name: string): Schema {
    const source = this.#project.program.getSourceFile(`${plugin}/${file}`)
    const module = source && this.#checker.getSymbolAtLocation(source)
    const symbol = module && this.#checker.getExportsOfModule(module).find((each) => each.name === name)
    if (symbol === undefined) throw new Error(`${file} exports no ${name}`)
    return this.#declaration(symbol)
  }

  /** A type that has a name is described once. */
  #declared(symbol: Symbol): Schema {
    const { name } = symbol
    const before = this.#found.get(name)
    if (before !== undefined && before.id !== symbol.id) throw new Error(`Two types are called ${name}`)
    if (before === undefined) {
      this.#found.set(name, symbol)
      this.$defs[name] = {}
      this.$defs[name] = this.#declaration(symbol)
    }
    return { $ref: `#/$defs/${name}` }
  }

  #declaration(symbol: Symbol): Schema {
    const declaration = symbol.declarations[0].resolve(this.#project)
    const shape =
      declaration !== undefined && ast.isTypeAliasDeclaration(declaration)
        ? this.#node(declaration.type)
        : this.#object(this.#checker.getDeclaredTypeOfSymbol(symbol))
    return { title: symbol.name, ...this.#said(symbol, shape) }
  }

  #object(type: Type): Schema {
    const properties = this.#checker.getPropertiesOfType(type)
    const [index] = this.#checker.getIndexInfosOfType(type)
    const required = properties.filter(({ flags }) => (flags & SymbolFlags.Optional) === 0)
    return {
      type: 'object',
      additionalProperties: index === undefined ? false : this.#type(index.valueType),
      ...(required.length > 0 && { required: required.map(({ name }) => name) }),
      ...(properties.length > 0 && {
        properties: Object.fromEntries(
          properties.map((symbol) => [symbol.name, this.#said(symbol, this.#shapeOf(symbol))])
        )
      })
    }
  }

  #shapeOf(symbol: Symbol): Schema {
    const [declaration, another] = symbol.declarations.map((each) => each.resolve(this.#project))
    return declaration !== undefined && another === undefined && ast.isPropertySignatureDeclaration(declaration)
      ? this.#node(declaration.type)
      : this.#type(this.#checker.getTypeOfSymbol(symbol)!)
  }

  /** By how it is written, as what has a name keeps it then. */
  #node(node: ast.TypeNode): Schema {
    if (ast.isParenthesizedTypeNode(node)) return this.#node(node.type)
    if (ast.isArrayTypeNode(node)) return { type: 'array', items: this.#node(node.elementType) }
    if (ast.isTypeOperatorNode(node)) {
      if (node.operator === ast.SyntaxKind.ReadonlyKeyword) return this.#node(node.type)
      return { enum: this.#checker.getPropertiesOfType(this.#typeOf(node.type)).map(({ name }) => name) }
    }
    if (ast.isTupleTypeNode(node))
      return tuple(node.elements.map((each) => this.#node(ast.isNamedTupleMember(each) ? each.type : each)))
    if (ast.isUnionTypeNode(node)) return union(node.types.map((each) => this.#node(each)))
    if (ast.isIndexedAccessTypeNode(node) && ast.isLiteralTypeNode(node.indexType)) {
      const { const: name } = this.#node(node.indexType)
      return this.#shapeOf(this.#checker.getPropertyOfType(this.#typeOf(node.objectType), name)!)
    }
    if (ast.isTypeReferenceNode(node)) return this.#reference(node)
    const shape = this.#type(this.#typeOf(node))
    // Of a record, what its values are called is known by how it is written alone.
    if (ast.isIntersectionTypeNode(node)) {
      const records = node.types.filter((each) => ast.isTypeReferenceNode(each) && this.#isRecord(each))
      for (const { properties } of records.map((each) => this.#node(each)))
        shape.properties = { ...shape.properties, ...properties }
    }
    return shape
  }

  #reference(node: ast.TypeReferenceNode): Schema {
    const symbol = this.#symbolOf(node)
    const [first, second] = node.typeArguments ?? []
    if (first === undefined) return this.#declared(symbol)
    if (symbol.name === 'Record') {
      const keys = union([this.#type(this.#typeOf(first))])
      const values = this.#node(second)
      if (keys.type === 'string') return { type: 'object', additionalProperties: values }
      const names: string[] = this.#textsOf(keys)
      const properties = Object.fromEntries(names.map((name) => [name, values]))
      return { type: 'object', additionalProperties: false, required: names, properties }
    }
    if (symbol.name === 'Partial') {
      const { required: _, ...whole } = this.#node(first)
      return whole
    }
    return this.#type(this.#typeOf(node))
  }

  #symbolOf(node: ast.TypeReferenceNode): Symbol {
    const named = this.#checker.getSymbolAtLocation(node.typeName)!
    return (named.flags & SymbolFlags.Alias) === 0 ? named : this.#checker.getAliasedSymbol(named)
  }

  #isRecord = (node: ast.TypeReferenceNode) => ['Record', 'Partial'].includes(this.#symbolOf(node).name)

  #textsOf({ $ref, enum: texts, const: text }: Schema): string[] {
    return $ref === undefined ? (texts ?? [text]) : this.#textsOf(this.$defs[$ref.slice('#/$defs/'.length)])
  }

  #typeOf = (node: ast.TypeNode): Type => this.#checker.getTypeFromTypeNode(node)!

  #type(type: Type): Schema {
    if (type.flags & TypeFlags.Boolean) return { type: 'boolean' }
    if (type.isUnionType()) {
      const parts = type.getTypes().filter(({ flags }) => (flags & TypeFlags.Undefined) === 0)
      return union(parts.map((part) => this.#type(part)))
    }
    if (type.isLiteralType()) return { const: type.value }
    if (type.flags & TypeFlags.String) return { type: 'string' }
    if (type.flags & TypeFlags.Number) return { type: 'number', minimum: 0 }
    if (type.flags & TypeFlags.Null) return { type: 'null' }
    if (type.isTupleType()) return tuple(this.#checker.getTypeArguments(type).map((each) => this.#type(each)))
    if (this.#checker.isArrayType(type) && type.isTypeReference())
      return { type: 'array', items: this.#type(this.#checker.getTypeArguments(type)[0]) }
    if ((type.flags & TypeFlags.Object) === 0 && !type.isIntersectionType())
      throw new Error(`${this.#checker.typeToString(type)} has no schema`)
    const symbol = type.getAliasSymbol() ?? type.getSymbol()
    if (type.isClassOrInterface() && symbol !== undefined) return this.#declared(symbol)
    return this.#object(type)
  }

  /** What its comment says of it. A figure is 0 or more, unless that says otherwise. */
  #said(symbol: Symbol, shape: Schema): Schema {
    const text = this.#checker
      .getDocumentationCommentOfSymbol(symbol)
      .replaceAll(/\s*\n\s*/g, ' ')
      .trim()
    const said: Schema = { ...(text !== '' && { description: text }), ...shape }
    for (const { name, text: value = '' } of this.#checker.getJsDocTagsOfSymbol(symbol)) {
      if (name === 'anyOf' && said.anyOf !== undefined) throw new Error(`@anyOf of ${symbol.name} would hide its type`)
      if (limits.includes(name)) said[name] = JSON.parse(value)
      else if (name === 'enum') return { ...(text !== '' && { description: text }), enum: JSON.parse(value) }
      else if (name === 'pattern') said.pattern = value
      else if (name === 'uniqueItems') said.uniqueItems = true
      else if (name === 'sparse') said.sparse = true
      else if (name === 'signed') delete said.minimum
      else if (name === 'integer') said.type = said.type === 'number' ? 'integer' : ['integer', 'null']
      else throw new Error(`${symbol.name} has the tag @${name}, which says nothing to a schema`)
    }
    if ('exclusiveMinimum' in said) delete said.minimum
    return said
  }
}

const tuple = (items: Schema[]): Schema => ({ type: 'array', prefixItems: items, items: false, minItems: items.length })

function union(parts: Schema[]): Schema {
  const all = parts.flatMap((part) =>
    part.anyOf !== undefined && Object.keys(part).length === 1 ? part.anyOf : [part]
  )
  const isNull = (part: Schema) => part.type === 'null'
  const isChoice = (part: Schema) => 'const' in part || 'enum' in part
  const nullable = all.filter(isNull).slice(0, 1)
  const choices = all.filter(isChoice).flatMap((part) => part.enum ?? [part.const])
  const rest = all.filter((part) => !isNull(part) && !isChoice(part))
  if (rest.length === 0) {
    const whole = [...choices, ...nullable.map(() => null)]
    return whole.length === 1 ? { const: whole[0] } : { enum: whole }
  }
  if (rest.length === 1 && choices.length === 0) {
    const [only] = rest
    if (nullable.length === 0) return only
    if (typeof only.type === 'string') return { ...only, type: [only.type, 'null'] }
  }
  return { anyOf: [...rest, ...(choices.length === 0 ? [] : [union(parts.filter(isChoice))]), ...nullable] }
}

/** @returns as JSON: what has room on a line of 120 columns stands on one */
export function written(value: unknown, indent = '', before = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  const named = (own: unknown, key: string, deeper: string) => {
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `
    return `${name}${written(own, deeper, name.length)}`
  }
  const line = `${open}${Object.entries(value)
    .map(([key, own]) => named(own, key, ''))
    .join(', ')}${close}`
  if (!line.includes('\n') && indent.length + before + line.length < 120) return line
  const deeper = `${indent}  `
  const lines = Object.entries(value).map(([key, own]) => `${deeper}${named(own, key, deeper)}`)
  return `${open.trim()}\n${lines.join(',\n')}\n${indent}${close.trim()}`
}
