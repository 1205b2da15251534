import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { HTML_PAGE_HEADERS, renderHtmlPage } from '#server/core/http/html-page.ts'
import {
  type PackedReply,
  packReply,
  readReplyPreferences,
  sendPackedReply,
} from '#server/core/http/reply-cache.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import { BUILD } from '#server/core/installation.ts'
import { API_KEY_ERRORS } from '#shared/account-messages.ts'
import { type CallDefinition, parseCallKey } from '#shared/contract/call.ts'
import { allCalls } from '#shared/contract/calls.ts'
import { isAllowed, type Permission, PERMISSION_NAMES } from '#shared/contract/permissions.ts'
import { createExample, type Schema } from './openapi-examples.ts'
import { SCOPE_TEXT } from '#shared/key-messages.ts'

type NamedCall = { key: string; call: CallDefinition }

export type Operation = {
  operationId: string
  summary: string
  'x-permission': Permission
  parameters: unknown[]
  [field: string]: unknown
}

type OpenApi = { paths: Record<string, Record<string, Operation>>; [field: string]: unknown }

const toJsonSchema = (type: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema
}

/** Calls that share a method and path allow any of their schemas. */
const combineSchemas = (schemas: Schema[]): Schema =>
  schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas }

const addExample = (schema: Schema) => ({ schema, example: createExample(schema) })

/** getAccountKeysById for 'GET /api/account/keys/:id'. */
const buildOperationId = (method: string, path: string) => {
  const words = path
    .replace(/^\/api\//, '/')
    .replaceAll(/:(\w+)(\{[^}]*\})?/g, 'by-$1')
    .replace(/\.php$/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return method.toLowerCase() + name
}

const describeParameters = (type: z.ZodObject | undefined, where: 'path' | 'query') => {
  if (!type) return []
  const { properties = {}, required = [] } = toJsonSchema(type, 'input')
  const names = Array.isArray(required) ? required : []
  return Object.entries(properties as Record<string, Schema>).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || names.includes(name),
    schema,
    example: createExample(schema, name),
  }))
}

/** The `?action=` parameter of calls that share a path. */
const describeActionParameter = (calls: NamedCall[]) => {
  const fixedQueries = calls.flatMap(({ key }) => [...parseCallKey(key).fixedQuery])
  const names = [...new Set(fixedQueries.map(([name]) => name))]
  return names.map((name) => {
    const values = fixedQueries.flatMap(([queryName, value]) => (queryName === name ? [value] : []))
    return {
      name,
      in: 'query',
      required: true,
      schema: { type: 'string', enum: values },
      example: values[0],
    }
  })
}

const buildBodySchema = ({ body, files }: CallDefinition): Schema => {
  const fields = body ? toJsonSchema(body, 'input') : { type: 'object' }
  if (!files) return fields
  const binary = files.map((name) => [
    name,
    { type: 'string', contentMediaType: 'application/octet-stream' },
  ])
  const properties = { ...(fields['properties'] as Schema), ...Object.fromEntries(binary) }
  return { ...fields, properties }
}

const describeBody = (calls: NamedCall[]) => {
  const [{ call } = { call: undefined }] = calls
  if (!call?.body && !call?.files) return {}
  const schema = combineSchemas(calls.map((namedCall) => buildBodySchema(namedCall.call)))
  const form = call.files?.length ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  const type = call.files ? form : 'application/json'
  // A form with files has no example, because a file cannot be written as JSON.
  const content = call.files?.length ? { schema } : addExample(schema)
  return { requestBody: { required: true, content: { [type]: content } } }
}

const describeReply = (calls: NamedCall[]) => {
  const replies = calls.map(({ call }) => call.reply)
  const media = replies.find((reply) => typeof reply === 'string')
  if (typeof media === 'string') {
    const isText = /json|text|csv/.test(media)
    return {
      [media]: {
        schema: { type: 'string' },
        ...(isText && { example: TEXT_EXAMPLES[media] ?? '' }),
      },
    }
  }
  const schemas = replies.flatMap((reply) =>
    typeof reply === 'string' ? [] : [toJsonSchema(reply, 'output')],
  )
  return { 'application/json': addExample(combineSchemas(schemas)) }
}

const TEXT_EXAMPLES: Record<string, string> = {
  'application/x-ndjson': '{"seq":1,"type":"waiting","ahead":0}\n',
  'text/event-stream': 'event: change\ndata: {}\n\n',
  'application/json': '{}',
}

const ERRORS = {
  400: ['BadRequest', 'The input is not as described', 'Invalid body field ‘name’'],
  401: ['Unauthorized', 'Nobody is signed in, or the API key is not valid', API_KEY_ERRORS.unknown],
  403: ['Forbidden', 'Not allowed, or not with this API key', API_KEY_ERRORS.scope('use-account')],
  404: ['NotFound', 'There is no such thing', 'Not found'],
  413: ['TooLarge', 'The body is too large', 'That is too large. The limit is 256 KB.'],
  429: ['TooMany', 'Too many requests; see Retry-After', 'Please try again in a minute.'],
  503: ['Unavailable', 'Too busy or being restarted; see Retry-After', 'Please try again.'],
} as const
type ErrorStatus = keyof typeof ERRORS

const isPossibleError = (
  status: ErrorStatus,
  method: string,
  { permission, params, query, body, files, limit }: CallDefinition,
): boolean => {
  if (status === 400) return Boolean(params ?? query ?? body ?? files)
  if (status === 403) return method !== 'GET' || !isAllowed('visitor', permission)
  if (status === 404) return params !== undefined
  if (status === 413) return Boolean(body ?? files)
  return status !== 429 || limit !== null
}

const describeErrors = (method: string, calls: NamedCall[]) =>
  Object.fromEntries(
    Object.entries(ERRORS)
      .filter(([status]) =>
        calls.some(({ call }) => isPossibleError(Number(status) as ErrorStatus, method, call)),
      )
      .map(([status, [name]]) => [status, { $ref: `#/components/responses/${name}` }]),
  )

const describeSecurity = ({ permission, callers, recentSignIn }: CallDefinition) => {
  const ways: Record<string, string[]>[] = isAllowed('visitor', permission) ? [{}] : []
  if (callers !== 'programs') ways.push({ session: [] })
  if (callers !== 'browsers' && recentSignIn !== true) ways.push({ key: [permission] })
  return ways
}

const describeOperation = (method: string, path: string, calls: NamedCall[]): Operation => {
  const call = calls[0]?.call
  if (!call) throw new Error(`No call: ${path}`)
  return {
    operationId: buildOperationId(method, path),
    summary: calls.map((namedCall) => namedCall.call.summary).join('; or: '),
    tags: [call.permission],
    parameters: [
      ...describeParameters(call.params, 'path'),
      ...describeActionParameter(calls),
      ...describeParameters(call.query, 'query'),
    ],
    ...describeBody(calls),
    security: describeSecurity(call),
    'x-permission': call.permission,
    responses: {
      200: { description: 'Success', content: describeReply(calls) },
      ...describeErrors(method, calls),
    },
  }
}

const errorSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string', description: 'What happened, for people' },
    error: { type: 'string', description: 'The same, for older clients' },
    data: { type: 'null' },
    code: { type: 'string', description: 'For programs, where they have to tell refusals apart' },
  },
  required: ['success', 'message', 'error', 'data'],
}

/** OpenAPI allows one operation per method and path, so calls with an `?action=` become one. */
export const describeApi = (calls: Record<string, CallDefinition>): OpenApi => {
  const byOperation = new Map<string, NamedCall[]>()
  for (const [key, call] of Object.entries(calls)) {
    const { method, path } = parseCallKey(key)
    const name = `${method} ${path}`
    byOperation.set(name, [...(byOperation.get(name) ?? []), { key, call }])
  }
  const paths: OpenApi['paths'] = {}
  for (const [name, group] of byOperation) {
    const { method, path } = parseCallKey(name)
    const pathTemplate = path.replaceAll(/:(\w+)/g, '{$1}')
    const operation = describeOperation(method, path, group)
    paths[pathTemplate] = { ...paths[pathTemplate], [method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wearabouts',
      version: BUILD.version,
      summary: 'What celebrities and creators wear, and products found from a photo.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This site' }],
    tags: PERMISSION_NAMES.map((name) => ({ name, description: SCOPE_TEXT[name] })),
    paths,
    components: {
      schemas: { Error: errorSchema },
      responses: Object.fromEntries(
        Object.values(ERRORS).map(([name, description, message]) => [
          name,
          {
            description,
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Error' },
                example: { success: false, message, error: message, data: null },
              },
            },
          },
        ]),
      ),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'wearabouts.session_token',
          description: 'Set by signing in, in a browser',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'wak_…',
          description: 'An API key; its scopes are listed with each operation',
        },
      },
    },
  }
}

const renderJson = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`

const renderOperation = (path: string, method: string, operation: Operation) => {
  const { summary, operationId, parameters, 'x-permission': scope, ...rest } = operation
  return `<article id="${operationId}">
<h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(summary)}. Scope: <code>${scope}</code>. Operation: <code>${operationId}</code>.</p>
${parameters.length ? `<details><summary>Parameters</summary>${renderJson(parameters)}</details>` : ''}
<details><summary>Body, reply and errors</summary>${renderJson(rest)}</details>
</article>`
}

const renderDocsPage = ({ paths }: OpenApi): string =>
  renderHtmlPage(
    'Wearabouts API',
    `<p>Every call, generated from the contract. For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<p>Programs send <code>Authorization: Bearer wak_…</code> with a key from <a href="/account-settings">Account Settings</a>.</p>
${Object.entries(paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => renderOperation(path, method, operation)),
  )
  .join('\n')}`,
  )

/** Generated and compressed on first request, because it would delay the start of the server. */
export const mountApiDocs = (app: Hono<AppEnv>) => {
  let cached: { page: PackedReply; json: PackedReply } | null = null
  const write = () => {
    const openApi = describeApi(allCalls)
    const page = { ...HTML_PAGE_HEADERS, 'content-type': 'text/html; charset=UTF-8' }
    return {
      page: packReply(renderDocsPage(openApi), page),
      json: packReply(JSON.stringify(openApi), { 'content-type': 'application/json' }),
    }
  }
  const docs = () => (cached ??= write())
  const preferencesOf = (context: Context<AppEnv>) => readReplyPreferences(context.req.raw.headers)
  app.get('/api/openapi.json', (context) => sendPackedReply(docs().json, preferencesOf(context)))
  app.get('/api/docs', (context) => sendPackedReply(docs().page, preferencesOf(context)))
}
