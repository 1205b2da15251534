import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import { replySpan } from '#server/core/telemetry/reply-span.ts'
import { type ServerMetrics, UNMATCHED } from '#server/core/telemetry/server-metrics.ts'
import { parseTraceparent, type Tracer } from '#server/core/telemetry/tracer.ts'
import { arrivalOf } from './arrivals.ts'
import { requestIdOf } from './request-id.ts'

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

type Parts = {
  log: Logger
  /** How many proxies in front of the server are trusted. */
  trustedProxies: number
  metrics: Pick<ServerMetrics, 'countReply'>
  tracer: Tracer | null
}

/** The template of the route that answers. */
export const routeOf = (context: Context<AppEnv>): string => {
  const route = context.get('route') ?? routePath(context)
  return route.endsWith('*') && route.length <= 2 ? UNMATCHED : route
}

/** Gives every request an id, its own log and the caller's address, and counts its reply. */
export const requestContext =
  ({ log, trustedProxies, metrics, tracer }: Parts): MiddlewareHandler<AppEnv> =>
  async (context, next) => {
    const requestId = requestIdOf(context.req.header('x-request-id'), trustedProxies)
    const bindings = context.env as Partial<HttpBindings> | undefined
    const started = arrivalOf(bindings?.incoming) ?? performance.now()
    context.set('requestId', requestId)
    context.set('address', callerAddress(context, trustedProxies))
    // Strangers must not add to other people's traces.
    const caller = trustedProxies > 0 ? context.req.header('traceparent') : undefined
    const span = tracer?.openServer(parseTraceparent(caller))
    context.set('log', log.child(span ? { requestId, traceId: span.traceId } : { requestId }))
    await (tracer && span ? tracer.within(span, next) : next())
    const { status, headers } = context.res
    headers.set('x-request-id', requestId)
    const ms = performance.now() - started
    const { method, path } = context.req
    const route = routeOf(context)
    metrics.countReply(method, route, status, ms)
    span?.end(replySpan(method, route, status))
    context.get('log').debug({ method, path, status, ms: Math.round(ms) }, 'request')
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
