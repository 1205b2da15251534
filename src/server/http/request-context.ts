import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { AppEnv } from './serve.ts'

/** Gives every request an id, a log of its own and the caller's address. */
export const requestContext =
  (log: Logger, trustProxy: boolean): MiddlewareHandler<AppEnv> =>
  async (context, next) => {
    const requestId = randomUUID()
    const started = performance.now()
    context.set('requestId', requestId)
    context.set('address', callerAddress(context, trustProxy))
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

/** A client can write any X-Forwarded-For: only the last entry, and only behind a configured proxy. */
const callerAddress = (context: Context, trustProxy: boolean) => {
  const forwarded = trustProxy
    ? context.req.header('x-forwarded-for')?.split(',').at(-1)
    : undefined
  const bindings = context.env as Partial<HttpBindings> | undefined
  return forwarded?.trim() || bindings?.incoming?.socket.remoteAddress || 'unknown'
}
