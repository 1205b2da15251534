import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'

export type AppEnv = {
  Variables: {
    log: Logger
    requestId: string
    address: string
    failure?: string | undefined
    /** The signed-in user's id, once known. */
    actor?: string | null
    /** The call's path with its placeholders. */
    route?: string
  }
}

/** Gives every request an id, its own log and the caller's address. */
export const requestContext =
  (log: Logger, trustedProxies: number): MiddlewareHandler<AppEnv> =>
  async (context, next) => {
    const requestId = randomUUID()
    const started = performance.now()
    context.set('requestId', requestId)
    context.set('address', callerAddress(context, trustedProxies))
    context.set('log', log.child({ requestId }))
    await next()
    context.res.headers.set('x-request-id', requestId)
    context.get('log').debug(
      {
        method: context.req.method,
        path: context.req.path,
        status: context.res.status,
        ms: Math.round(performance.now() - started),
      },
      'request',
    )
  }

/**
 * Each trusted proxy appends the address that connected to it, so only that many entries, counted
 * from the right, can be believed. The client can write anything to the left of them.
 */
const callerAddress = (context: Context, trustedProxies: number) => {
  const forwarded = context.req.header('x-forwarded-for')?.split(',').slice(-trustedProxies) ?? []
  const address = trustedProxies > 0 ? forwarded[0]?.trim() : undefined
  const bindings = context.env as Partial<HttpBindings> | undefined
  if (address && isIP(address)) return address
  return bindings?.incoming?.socket.remoteAddress ?? 'unknown'
}
