// `npm run api-client`: writes a typed client of the API from an OpenAPI document, as one file without
// dependencies. With an address it reads the document of a running site.
import { describeApi } from '#server/features/pages/openapi.ts'
import { allCalls } from '#shared/contract/calls.ts'

type Schema = Record<string, unknown>
type Operation = {
  operationId: string
  summary: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
type Document = { paths: Record<string, Record<string, Operation>> }

const text = JSON.stringify

const formatObjectType = (schema: Schema): string => {
  const required = new Set((schema['required'] as string[] | undefined) ?? [])
  const fields = Object.entries((schema['properties'] as Record<string, Schema> | undefined) ?? {})
  const extra = schema['additionalProperties']
  const knownFields = fields.map(
    ([name, inner]) => `${text(name)}${required.has(name) ? '' : '?'}: ${formatType(inner)}`,
  )
  if (knownFields.length === 0)
    return `Record<string, ${typeof extra === 'object' && extra ? formatType(extra as Schema) : 'unknown'}>`
  return `{ ${knownFields.join('; ')} }`
}

/** A JSON Schema as a type of TypeScript. */
const formatType = (schema: Schema): string => {
  const list = (name: string) => schema[name] as Schema[] | undefined
  if ('const' in schema) return text(schema['const'])
  if (schema['enum']) return (schema['enum'] as unknown[]).map((value) => text(value)).join(' | ')
  const choices = list('anyOf') ?? list('oneOf')
  if (choices) return choices.map((choice) => `(${formatType(choice)})`).join(' | ')
  if (list('allOf'))
    return (
      list('allOf')
        ?.map((part) => `(${formatType(part)})`)
        .join(' & ') ?? ''
    )
  if (list('prefixItems')) return `[${list('prefixItems')?.map(formatType).join(', ')}]`
  const types = schema['type']
  if (Array.isArray(types))
    return types.map((type: unknown) => `(${formatType({ ...schema, type })})`).join(' | ')
  switch (types) {
    case 'object':
      return formatObjectType(schema)
    case 'array':
      return `(${formatType((schema['items'] as Schema | undefined) ?? {})})[]`
    case 'string':
      return 'string'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    default:
      return 'unknown'
  }
}

const listFields = ({ parameters }: Operation, location: string) =>
  parameters
    .filter((parameter) => parameter.in === location)
    .map(
      ({ name, required, schema }) => `${text(name)}${required ? '' : '?'}: ${formatType(schema)}`,
    )

const formatInput = (operation: Operation): string => {
  const [media, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const [path, query] = [listFields(operation, 'path'), listFields(operation, 'query')]
  const isOptional = query.every((field) => field.split(':')[0]?.endsWith('?'))
  const parts = [
    path.length > 0 && `params: { ${path.join('; ')} }`,
    query.length > 0 && `query${isOptional ? '?' : ''}: { ${query.join('; ')} }`,
    media && `body: ${media === 'application/json' && body ? formatType(body.schema) : 'FormData'}`,
  ].filter(Boolean)
  return parts.length === 0 ? '' : `input: { ${parts.join('; ')} }`
}

const formatMethod = (path: string, method: string, operation: Operation): string => {
  const reply = operation.responses['200']?.content?.['application/json']
  const type = reply ? formatType(reply.schema) : 'Response'
  const input = formatInput(operation)
  const inputArgument = input ? ', input' : ''
  return `  /** ${operation.summary.replaceAll('*/', '')} */
  ${operation.operationId}: (${input}) =>
    send<${type}>(${text(method.toUpperCase())}, ${text(path)}, ${Boolean(reply)}${inputArgument}),`
}

const RUNTIME = `type Input = { params?: object; query?: object; body?: unknown }

export class ApiFailure extends Error {
  readonly status: number
  readonly code: string | undefined
  constructor(status: number, message: string, code?: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** \`key\` is an API key; without one, only what everyone may do. */
export const createClient = (origin: string, key?: string) => {
  const send = async <Reply>(method: string, path: string, isJson: boolean, input: Input = {}): Promise<Reply> => {
    const filled = path.replace(/\\{(\\w+)\\}/g, (_, name: string) =>
      encodeURIComponent(String((input.params as Record<string, unknown> | undefined)?.[name])))
    const url = new URL(filled, origin)
    for (const [name, value] of Object.entries(input.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const headers: Record<string, string> = key ? { authorization: \`Bearer \${key}\` } : {}
    const init: RequestInit = { method, headers }
    if (input.body instanceof FormData) init.body = input.body
    else if (input.body !== undefined) {
      headers['content-type'] = 'application/json'
      init.body = JSON.stringify(input.body)
    }
    const reply = await fetch(url, init)
    if (!reply.ok) {
      const { message = reply.statusText, code } = (await reply.json().catch(() => ({}))) as { message?: string; code?: string }
      throw new ApiFailure(reply.status, message, code)
    }
    return (isJson ? await reply.json() : reply) as Reply
  }
  return {`

const address = process.argv[2]
const readDocument = async () =>
  (await (await fetch(new URL('/api/openapi.json', address))).json()) as unknown
const { paths } = (address ? await readDocument() : describeApi(allCalls)) as Document
const methods = Object.entries(paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).map(([method, operation]) => formatMethod(path, method, operation)),
)
process.stdout.write(
  `// Written by 'npm run api-client'.\n${RUNTIME}\n${methods.join('\n')}\n  }\n}\n`,
)
