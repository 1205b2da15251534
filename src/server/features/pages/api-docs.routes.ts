import type { Hono } from 'hono'
import { z } from 'zod'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { PLAIN_PAGE_HEADERS, plainPage } from '#server/core/http/plain-page.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import { type CallDefinition, parseCallKey } from '#shared/contract/call.ts'
import { allCalls } from '#shared/contract/calls.ts'
import { isAllowed, type Permission } from '#shared/contract/permissions.ts'

type Schema = Record<string, unknown>

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema
}

const parametersOf = (type: z.ZodObject | undefined, where: 'path' | 'query') => {
  if (!type) return []
  const { properties = {}, required = [] } = schemaOf(type, 'input')
  const names = Array.isArray(required) ? required : []
  return Object.entries(properties as Record<string, Schema>).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || names.includes(name),
    schema,
  }))
}

const bodyOf = ({ body, files }: CallDefinition) => {
  if (!body && !files) return {}
  const fields = body ? schemaOf(body, 'input') : { type: 'object' }
  if (!files)
    return { requestBody: { required: true, content: { 'application/json': { schema: fields } } } }
  const binary = Object.fromEntries(
    files.map((name) => [name, { type: 'string', format: 'binary' }]),
  )
  const properties = { ...(fields['properties'] as Schema | undefined), ...binary }
  const schema = { ...fields, properties }
  const type = files.length > 0 ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  return { requestBody: { required: true, content: { [type]: { schema } } } }
}

const replyOf = ({ reply }: CallDefinition) =>
  typeof reply === 'string'
    ? { [reply]: { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: schemaOf(reply, 'output') } }

const operationOf = (call: CallDefinition) => ({
  summary: call.summary,
  parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')],
  ...bodyOf(call),
  ...(isAllowed('visitor', call.permission) ? {} : { security: [{ session: [] }] }),
  'x-permission': call.permission,
  responses: {
    200: { description: 'Success', content: replyOf(call) },
    default: {
      description: 'Error',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { success: { const: false }, message: { type: 'string' } },
            required: ['success', 'message'],
          },
        },
      },
    },
  },
})

/** OpenAPI allows one operation per method and path, so calls with `?action=` keep it in the path. */
const openApiOf = (calls: Record<string, CallDefinition>) => {
  const operations: Record<string, Record<string, unknown>> = {}
  for (const [key, call] of Object.entries(calls)) {
    const { method, path, fixedQuery } = parseCallKey(key)
    const fixed = fixedQuery.size ? `?${fixedQuery.toString()}` : ''
    const written = path.replaceAll(/:(\w+)/g, '{$1}') + fixed
    operations[written] = { ...operations[written], [method.toLowerCase()]: operationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Wearabouts', version: '1' },
    paths: operations,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
  }
}

type OpenApi = ReturnType<typeof openApiOf>
type Operation = { summary?: string; 'x-permission'?: Permission; parameters?: unknown[] }

const WHO: Record<Permission, string> = {
  browse: 'anyone',
  'use-account': 'signed-in users',
  'add-products': 'users with an invitation code',
  administer: 'administrators',
}

const json = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`

const sectionOf = (path: string, method: string, operation: Operation) => {
  const {
    summary = '',
    parameters = [],
    'x-permission': permission = 'browse',
    ...rest
  } = operation
  return `<article>
<h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(summary)}. For ${WHO[permission]}.</p>
${parameters.length ? `<details><summary>Parameters</summary>${json(parameters)}</details>` : ''}
<details><summary>Body and reply</summary>${json(rest)}</details>
</article>`
}

const docsPage = (openApi: OpenApi): string =>
  plainPage(
    'Wearabouts API',
    `<p>Every call, generated from the contract. For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${Object.entries(openApi.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      sectionOf(path, method, operation as Operation),
    ),
  )
  .join('\n')}`,
  )

export const mountApiDocs = (app: Hono<AppEnv>) => {
  const openApi = openApiOf(allCalls)
  const page = docsPage(openApi)
  const json = JSON.stringify(openApi)
  app.get('/api/openapi.json', (context) =>
    context.body(json, 200, { 'content-type': 'application/json' }),
  )
  app.get('/api/docs', (context) => context.html(page, 200, PLAIN_PAGE_HEADERS))
}
