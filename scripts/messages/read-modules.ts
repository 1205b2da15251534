import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'vite'

/** What a function of a message module takes, by its annotation. */
export type ParameterType =
  | { type: 'string' | 'number' | 'boolean' | 'list' | 'date'; isNullable: boolean }
  | { type: 'word'; words: readonly string[]; isNullable: boolean }
export type Parameter = ParameterType & { name: string }

/** A text in a message module: a string, or a function that makes one. */
export interface MessageSource {
  /** 'ALERT_TEXT.title' */
  key: string
  parameters: readonly Parameter[]
  /** Where the text stands in its file. */
  start: number
  end: number
}

interface AstNode {
  type: string
  start: number
  end: number
  // oxlint-disable-next-line typescript/no-explicit-any -- The parser's nodes have a type for each syntax.
  [property: string]: any
}

const MESSAGE_MODULE = /(^|[\\/-])messages\.ts$/

export const isMessageModule = (path: string): boolean => MESSAGE_MODULE.test(path)

export const listMessageModules = (root = 'src'): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(isMessageModule)
    .map((name) => join(root, name))
    .sort()

const unwrap = (node: AstNode): AstNode =>
  /^(TSAsExpression|TSSatisfiesExpression|ParenthesizedExpression)$/.test(node.type)
    ? unwrap(node['expression'])
    : node

const SIMPLE_TYPES: Readonly<Record<string, 'string' | 'number' | 'boolean'>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
}

const readType = (node: AstNode | undefined, fail: (problem: string) => never): ParameterType => {
  if (node === undefined) return fail('a parameter without a type')
  const simple = SIMPLE_TYPES[node.type]
  if (simple) return { type: simple, isNullable: false }
  if (node.type === 'TSArrayType') return { type: 'list', isNullable: false }
  if (node.type === 'TSTypeOperator') return readType(node['typeAnnotation'], fail)
  if (node.type === 'TSTypeReference' && node['typeName'].name === 'Date')
    return { type: 'date', isNullable: false }
  if (node.type === 'TSLiteralType')
    return { type: 'word', words: [String(node['literal'].value)], isNullable: false }
  if (node.type === 'TSUnionType') {
    const members: AstNode[] = node['types']
    const others = members.filter(({ type }) => !/^TS(Null|Undefined)Keyword$/.test(type))
    const types = others.map((member) => readType(member, fail))
    const isNullable = others.length < members.length
    const words = types.flatMap((type) => (type.type === 'word' ? type.words : []))
    if (words.length === types.length) return { type: 'word', words, isNullable }
    if (types.length === 1 && types[0]) return { ...types[0], isNullable }
  }
  return fail('a parameter that is no string, number, boolean, list of strings, date or words')
}

const readParameter = (node: AstNode, fail: (problem: string) => never): Parameter => {
  const target: AstNode = node.type === 'AssignmentPattern' ? node['left'] : node
  if (target.type !== 'Identifier') return fail('a parameter without a name')
  const annotation: AstNode | undefined = target['typeAnnotation']?.typeAnnotation
  const fallback = node.type === 'AssignmentPattern' ? node['right'].value : undefined
  const name: string = target['name']
  return annotation === undefined && typeof fallback === 'boolean'
    ? { name, type: 'boolean', isNullable: false }
    : { name, ...readType(annotation, fail) }
}

/** Codes are compared by programs: 'recent-sign-in-required'. */
const isCode = (key: string, source: string) => key.endsWith('Code') && !source.includes(' ')

/** Of the language itself, so that nobody translates them. */
export const OF_LANGUAGE = 'LOCALE_TEXT'

/** Every text of a message module, in order. Fails at what cannot be translated. */
export const readMessageSources = (
  path: string,
  code: string,
  { withLanguage = false } = {},
): MessageSource[] => {
  const statements = parseSync(path, code).program.body as unknown as AstNode[]
  const constants = new Map<string, AstNode>(
    statements
      .map((statement): AstNode => statement['declaration'] ?? statement)
      .filter(({ type }) => type === 'VariableDeclaration')
      .flatMap((declaration) => declaration['declarations'])
      .map(({ id, init }) => [id.name, init]),
  )

  const readValue = (key: string, node: AstNode): MessageSource[] => {
    const fail = (problem: string): never => {
      throw new Error(`${path}: ${key} has ${problem}`)
    }
    const value = unwrap(node)
    const { start, end } = value
    const text = code.slice(start, end)
    const add = (parameters: readonly Parameter[]) =>
      isCode(
        key,
        value.type === 'ArrowFunctionExpression' ? code.slice(value['body'].start, end) : text,
      )
        ? []
        : [{ key, parameters, start, end }]
    if (value.type === 'ObjectExpression')
      return value['properties'].flatMap((property: AstNode) => {
        if (property.type !== 'Property' || property['computed'])
          return fail('a key that is no word')
        return readValue(
          `${key}.${property['key'].name ?? property['key'].value}`,
          property['value'],
        )
      })
    if (value.type === 'ArrayExpression')
      return value['elements'].flatMap((element: AstNode, index: number) =>
        readValue(`${key}.${index}`, element),
      )
    if (value.type === 'ArrowFunctionExpression')
      return add(value['params'].map((parameter: AstNode) => readParameter(parameter, fail)))
    if (value.type === 'Literal' && typeof value['value'] === 'string') return add([])
    if (value.type === 'TemplateLiteral' || value.type === 'BinaryExpression') return add([])
    const constant = value.type === 'Identifier' ? constants.get(value['name']) : undefined
    if (constant === undefined) return fail('a value that is neither a text nor a function')
    return readValue(key, constant).map(({ key, parameters }) => ({ key, parameters, start, end }))
  }

  return statements
    .filter(
      ({ type, declaration }) =>
        type === 'ExportNamedDeclaration' && declaration?.type === 'VariableDeclaration',
    )
    .flatMap(({ declaration }) => declaration.declarations as AstNode[])
    .filter(
      ({ id }) => /^[A-Z][A-Z0-9_]*$/.test(id.name) && (withLanguage || id.name !== OF_LANGUAGE),
    )
    .flatMap(({ id, init }) => readValue(id.name, init))
}

export interface EnglishMessage extends MessageSource {
  value: string | ((...values: never[]) => string)
}

const getMember = (value: unknown, key: string): unknown =>
  key.split('.').reduce<unknown>((member, name) => (member as Record<string, unknown>)[name], value)

/** Every text of all message modules with its value. Names of exports are unique. */
export const readEnglishMessages = async (): Promise<EnglishMessage[]> => {
  const messages: EnglishMessage[] = []
  const modules = new Map<string, string>()
  for (const path of listMessageModules()) {
    const sources = readMessageSources(path, readFileSync(path, 'utf8'))
    const exports: unknown = await import(pathToFileURL(resolve(path)).href)
    for (const source of sources) {
      const name = source.key.replace(/\..*/, '')
      const other = modules.get(name) ?? path
      if (other !== path) throw new Error(`${name} is exported by ${other} and by ${path}`)
      modules.set(name, path)
      messages.push({ ...source, value: getMember(exports, source.key) as EnglishMessage['value'] })
    }
  }
  return messages
}
