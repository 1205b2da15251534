import type { IncomingMessage } from 'node:http'
import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import { parseTraceparent, replySpan, type Tracer } from '#server/core/telemetry/tracing.ts'
import { type ServerMetrics, UNMATCHED } from '#server/core/telemetry/metrics.ts'
import { isbot } from 'isbot'

/** When requests were read. Those that wait for their turn have waited since then. */
const arrivals = new WeakMap<IncomingMessage, number>()

export const noteArrival = (request: IncomingMessage, at: number) => arrivals.set(request, at)
/** Undefined for a request that came without a port, as in tests. */
export const arrivalOf = (request: IncomingMessage | undefined) =>
  request ? arrivals.get(request) : undefined

/** What proxies and tracing tools write; nothing that could forge a log line or a header. */
const ID_FORMAT = /^[\w.:+=/-]{8,128}$/

/** The id that a trusted proxy gave the request, so that its log and ours name it alike; or a new one. */
export const requestIdOf = (proxyId: string | undefined, trustedProxies: number): string =>
  trustedProxies > 0 && proxyId !== undefined && ID_FORMAT.test(proxyId) ? proxyId : randomUUID()

const REPLACEMENT = '\ufffd'

/**
 * The one place that decodes path and query text. PostgreSQL rejects NUL, so NUL becomes the
 * replacement character: the request then gets the answer of anything unknown instead of a 500.
 */
const readable = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, text.replaceAll('\u0000', REPLACEMENT)]),
  )

export const pathText = (context: Context): Record<string, string> => readable(context.req.param())

/** The first value of each name. */
export const queryText = (context: Context): Record<string, string> => readable(context.req.query())

export type AppEnv = {
  Variables: {
    log: Logger
    requestId: string
    address: string
    /** Of this site, as its visitors reach it. */
    origin: string
    failure?: string | undefined
    /** The signed-in user's id, once known. */
    actor?: string | null
    /** The call's path with its placeholders. */
    route?: string
  }
}

type Parts = {
  log: Logger
  publicUrl: string | null
  /** How many proxies in front of the server are trusted. */
  trustedProxies: number
  metrics: Pick<ServerMetrics, 'countReply'>
  tracer: Tracer | null
}

/** The template of the route that answers. */
const routeOf = (context: Context<AppEnv>): string => {
  const route = context.get('route') ?? routePath(context)
  return route.endsWith('*') && route.length <= 2 ? UNMATCHED : route
}

/** Whoever has the last part of such a path may see what it leads to. */
const SECRET_PART =
  /^(\/api\/(?:data-deletion|find|scan|account\/sessions)|\/media\/(?:uploads|crops))\/[^/]+/

/** A path as it may be logged: without secrets, and never with its query. */
export const loggedPath = (path: string): string => path.replace(SECRET_PART, '$1/…')

/** Gives every request an id, its own log and the caller's address, and counts its reply. */
export const requestContext =
  ({ log, publicUrl, trustedProxies, metrics, tracer }: Parts): MiddlewareHandler<AppEnv> =>
  async (context, next) => {
    const requestId = requestIdOf(context.req.header('x-request-id'), trustedProxies)
    const bindings = context.env as Partial<HttpBindings> | undefined
    const started = arrivalOf(bindings?.incoming) ?? performance.now()
    context.set('requestId', requestId)
    context.set('address', callerAddress(context, trustedProxies))
    context.set('origin', publicUrl ?? new URL(context.req.url).origin)
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
    context
      .get('log')
      .debug({ method, path: loggedPath(path), status, ms: Math.round(ms) }, 'request')
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

/** What browsers send with a page that nobody has opened yet. */
const isPreview = ({ headers }: Request): boolean =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/.test(headers.get(name) ?? ''),
  )

/** Whether nobody looks at the reply: robots, previews, and programs that do not say what they are. */
export const isRobot = (request: Request): boolean => {
  const agent = request.headers.get('user-agent')
  return !agent || isbot(agent) || isPreview(request)
}
