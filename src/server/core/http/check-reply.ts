import type { CallDefinition } from '#shared/contract/call.ts'

/** Paths in `sent` that are not in `declared`: parsing leaves out whatever a schema does not name. */
const undeclared = (sent: unknown, declared: unknown, path: string): string[] => {
  if (typeof sent !== 'object' || sent === null) return []
  const declaredFields = typeof declared === 'object' && declared !== null ? declared : {}
  return Object.entries(sent).flatMap(([key, value]: [string, unknown]) => {
    if (value === undefined) return []
    if (!Object.hasOwn(declaredFields, key)) return [`${path}.${key}`]
    return undeclared(value, Reflect.get(declaredFields, key), `${path}.${key}`)
  })
}

/**
 * Throws unless the reply is what its contract declares, and nothing else: a column that somebody adds
 * to a query must not reach a client unnoticed. Too slow for production.
 */
export const checkReply = (schema: CallDefinition['reply'], reply: unknown): void => {
  if (typeof schema === 'string') return
  const extra = undeclared(reply, schema.parse(reply), 'reply')
  if (extra.length > 0) throw new Error(`The contract does not declare ${extra.join(', ')}`)
}

/** The same for a handler that writes its own JSON, such as with a cookie. */
export const checkResponse = async (schema: CallDefinition['reply'], reply: Response) => {
  const isJson = reply.headers.get('content-type')?.startsWith('application/json')
  if (reply.ok && isJson && !reply.headers.has('content-encoding'))
    checkReply(schema, await reply.clone().json())
}
