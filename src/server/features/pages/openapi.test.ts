import { describe, expect, it } from 'vitest'
import type { CallDefinition } from '#shared/contract/call.ts'
import { parseCallKey } from '#shared/contract/call.ts'
import { allCalls } from '#shared/contract/calls.ts'
import { PERMISSION_NAMES } from '#shared/contract/permissions.ts'
import { describeApi, type Operation } from './openapi.ts'

const calls = allCalls as Record<string, CallDefinition>
const openApi = describeApi(calls)

const operationOf = (key: string): Operation => {
  const { method, path } = parseCallKey(key)
  const operation = openApi.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (!operation) throw new Error(`No operation for ${key}`)
  return operation
}

type Content = Record<string, { example?: unknown }>
const exampleIn = (content: Content | undefined) => content?.['application/json']?.example
const bodyExample = (operation: Operation) =>
  exampleIn((operation['requestBody'] as { content: Content } | undefined)?.content)
const replyExample = (operation: Operation) =>
  exampleIn((operation['responses'] as Record<string, { content: Content }>)['200']?.content)

/** Calls that share a method and path are one operation, with the example of the first. */
const isFirst = (key: string) => {
  const { method, path } = parseCallKey(key)
  return Object.keys(calls).find((one) => one.startsWith(`${method} ${path}`)) === key
}

describe('the OpenAPI document', () => {
  it('names each operation once', () => {
    const ids = Object.values(openApi.paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(operationOf('DELETE /api/account/keys/:id').operationId).toBe('deleteAccountKeysById')
  })

  it.each(Object.entries(calls))('describes %s with its scope and errors', (key, call) => {
    const operation = operationOf(key)
    expect(PERMISSION_NAMES).toContain(operation['x-permission'])
    const ways = operation['security'] as Record<string, string[]>[]
    const isForKeys = call.callers !== 'browsers' && call.recentSignIn !== true
    expect(ways.flatMap(({ key: scopes = [] }) => scopes)).toEqual(
      isForKeys ? [call.permission] : [],
    )
    const statuses = Object.keys(operation['responses'] as object)
    expect(statuses).toContain('503')
    if (call.params) expect(statuses).toContain('404')
    if (call.body) expect(statuses).toContain('400')
  })

  it.each(Object.entries(calls).filter(([key]) => isFirst(key)))(
    'gives %s examples that its schemas accept',
    (key, { body, files, reply, query, params }) => {
      const operation = operationOf(key)
      if (body && !files) expect(body.safeParse(bodyExample(operation)).error).toBeUndefined()
      if (typeof reply !== 'string')
        expect(reply.safeParse(replyExample(operation)).error).toBeUndefined()
      for (const [where, schema] of [['query', query] as const, ['path', params] as const]) {
        const given = (operation.parameters as { name: string; in: string; example: unknown }[])
          .filter((parameter) => parameter.in === where)
          .map(({ name, example }) => [name, example])
        expect(schema?.safeParse(Object.fromEntries(given)).error).toBeUndefined()
      }
    },
  )
})
