import type { CallDefinition } from '#shared/contract/call.ts'

/** Paths in `sent` that are not in `declared`: parsing drops fields that the schema does not name. */
const findUndeclared = (sent: unknown, declared: unknown, path: string): string[] => {
  if (typeof sent !== 'object' || sent === null) return []
  const declaredFields = typeof declared === 'object' && declared !== null ? declared : {}
  return Object.entries(sent).flatMap(([key, value]: [string, unknown]) => {
    if (value === undefined) return []
    if (!Object.hasOwn(declaredFields, key)) return [`${path}.${key}`]
    return findUndeclared(value, Reflect.get(declaredFields, key), `${path}.${key}`)
  })
}

/**
 * Throws if the reply differs from its contract or has fields that the contract does not declare, so
 * that a column added to a query cannot reach clients by accident. Too slow for production.
 */
export const checkReply = (schema: CallDefinition['reply'], reply: unknown): void => {
  if (typeof schema === 'string') return
  const extra = findUndeclared(reply, schema.parse(reply), 'reply')
  if (extra.length > 0) throw new Error(`The contract does not declare ${extra.join(', ')}`)
}

/** Checks the JSON of a handler that returns a Response, for example to set a cookie. */
export const checkResponse = async (schema: CallDefinition['reply'], reply: Response) => {
  const isJson = reply.headers.get('content-type')?.startsWith('application/json')
  if (reply.ok && isJson && !reply.headers.has('content-encoding'))
    checkReply(schema, await reply.clone().json())
}
