import type { IncomingMessage } from 'node:http'
import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import { parseTraceparent, describeReplySpan, type Tracer } from '#server/core/telemetry/tracing.ts'
import { type ServerMetrics, UNMATCHED } from '#server/core/telemetry/metrics.ts'
import { isbot } from 'isbot'

/** When requests were read, so that measured times include waiting in the work queue. */
const arrivals = new WeakMap<IncomingMessage, number>()

export const recordArrival = (request: IncomingMessage, at: number) => arrivals.set(request, at)
/** Undefined for a request that did not come through a socket, as in tests. */
const getArrival = (request: IncomingMessage | undefined) =>
  request ? arrivals.get(request) : undefined

/** Covers the ids of proxies and tracing tools, but nothing that could forge a log line or a header. */
const ID_FORMAT = /^[\w.:+=/-]{8,128}$/

/** Keeps the id that a trusted proxy assigned, so that the logs of both can be matched. */
export const chooseRequestId = (proxyId: string | undefined, trustedProxies: number): string =>
  trustedProxies > 0 && proxyId !== undefined && ID_FORMAT.test(proxyId) ? proxyId : randomUUID()

const REPLACEMENT = '\ufffd'

/**
 * PostgreSQL rejects NUL. With the replacement character instead, the request gets the reply for an
 * unknown value and not a 500.
 */
const replaceNul = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, text.replaceAll('\u0000', REPLACEMENT)]),
  )

export const readPathParameters = (context: Context): Record<string, string> =>
  replaceNul(context.req.param())

/** The first value of each name. */
export const readQueryParameters = (context: Context): Record<string, string> =>
  replaceNul(context.req.query())

export type AppEnv = {
  Variables: {
    log: Logger
    requestId: string
    address: string
    /** The public origin of this site. */
    origin: string
    /** The code of the language that the page or program asks in, also where the reply is in English. */
    language: string
    failure?: (() => string) | undefined
    /** The signed-in user's id, once known. */
    actor?: string | null
    /** The call's path with its placeholders. */
    route?: string
  }
}

type RequestContextDependencies = {
  log: Logger
  publicUrl: string | null
  /** How many proxies in front of the server are trusted. */
  trustedProxies: number
  metrics: Pick<ServerMetrics, 'countReply'>
  tracer: Tracer | null
}

/** The path pattern of the matching route. */
const getRoute = (context: Context<AppEnv>): string => {
  const route = context.get('route') ?? routePath(context)
  return route.endsWith('*') && route.length <= 2 ? UNMATCHED : route
}

/** The last segment of these paths grants access, so it must not be logged. */
const SECRET_SEGMENT =
  /^(\/api\/(?:data-deletion|find|scan|account\/sessions)|\/media\/(?:uploads|crops))\/[^/]+/

/** A path as it may be logged: without secrets, and never with its query. */
export const redactPath = (path: string): string => path.replace(SECRET_SEGMENT, '$1/…')

/** Gives every request an id, a logger and the caller's address, and counts its reply. */
export const createRequestContext =
  ({
    log,
    publicUrl,
    trustedProxies,
    metrics,
    tracer,
  }: RequestContextDependencies): MiddlewareHandler<AppEnv> =>
  async (context, next) => {
    const requestId = chooseRequestId(context.req.header('x-request-id'), trustedProxies)
    const bindings = context.env as Partial<HttpBindings> | undefined
    const started = getArrival(bindings?.incoming) ?? performance.now()
    context.set('requestId', requestId)
    context.set('address', findCallerAddress(context, trustedProxies))
    context.set('origin', publicUrl ?? new URL(context.req.url).origin)
    // Only a trusted proxy may continue a trace; otherwise clients could add to any trace.
    const caller = trustedProxies > 0 ? context.req.header('traceparent') : undefined
    const span = tracer?.openServer(parseTraceparent(caller))
    context.set('log', log.child(span ? { requestId, traceId: span.traceId } : { requestId }))
    await (tracer && span ? tracer.runWithin(span, next) : next())
    const { status, headers } = context.res
    headers.set('x-request-id', requestId)
    const ms = performance.now() - started
    const { method, path } = context.req
    const route = getRoute(context)
    metrics.countReply(method, route, status, ms)
    span?.end(describeReplySpan(method, route, status))
    context
      .get('log')
      .debug({ method, path: redactPath(path), status, ms: Math.round(ms) }, 'request')
  }

/**
 * Each trusted proxy appends the address that connected to it, so only that many entries from the
 * right can be trusted. The client can forge everything to the left of them.
 */
const findCallerAddress = (context: Context, trustedProxies: number) => {
  const forwarded = context.req.header('x-forwarded-for')?.split(',').slice(-trustedProxies) ?? []
  const address = trustedProxies > 0 ? forwarded[0]?.trim() : undefined
  const bindings = context.env as Partial<HttpBindings> | undefined
  if (address && isIP(address)) return address
  return bindings?.incoming?.socket.remoteAddress ?? 'unknown'
}

type ReadHeader = (name: string) => string | null | undefined

/** Browsers send these headers when they prefetch or prerender a page. */
const isPrefetch = (header: ReadHeader): boolean =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/.test(header(name) ?? ''),
  )

/** Whether no person sees the reply: bots, prefetches, and programs without a user agent. */
export const isRobot = (header: ReadHeader): boolean => {
  const agent = header('user-agent')
  return !agent || isbot(agent) || isPrefetch(header)
}
