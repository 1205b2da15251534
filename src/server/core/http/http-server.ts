import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { HEALTHY } from '#shared/contract/system.ts'
import { REFUSED, type ServerMetrics, UNMATCHED } from '#server/core/telemetry/metrics.ts'
import { type AnswerMetrics, isMetricsRequest } from '#server/core/telemetry/telemetry.ts'
import { parseTraceparent, replySpan, type Tracer } from '#server/core/telemetry/tracing.ts'
import { type AppEnv, noteArrival, requestIdOf } from './request-context.ts'
import {
  type PackedReply,
  packedReplyFor,
  type ReplyCache,
  preferencesOf,
  writePacked,
} from './reply-cache.ts'
import { createHostCheck, type HostProblem, isHealthCheck, isLivenessCheck } from './security.ts'
import { createRefusal, isPreferred, type LoadGauge, type WorkQueue } from './load-shedding.ts'
import { logSecurity } from './security-log.ts'

/**
 * Longer than proxies keep idle connections (nginx and AWS: 60 s), so that they close them: a request
 * that crosses our closing on its way would fail.
 */
const KEEP_ALIVE_MS = 75_000

/** A client that dribbles its request holds a connection and its memory for no longer than this. */
const PATIENCE = {
  headersTimeout: 15_000,
  /** Enough for the largest upload over a slow mobile network. */
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
}

export type HttpServerParts = {
  publicUrl: string | null
  log: Logger
  load: Pick<LoadGauge, 'admit'>
  work: WorkQueue
  replies: ReplyCache
  clientFiles: { read(path: string): PackedReply | null }
  securityHeaders: Record<string, string>
  trustedProxies: number
  metrics: Pick<ServerMetrics, 'countReply'>
  tracer: Tracer | null
  /** Null if metrics are off, or have their own port. */
  answerMetrics: AnswerMetrics | null
}

/**
 * Decides what happens to a request before the framework sees it. Foreign hosts are refused first.
 * Cached replies, files and health checks never wait. Everything else is refused if the server is past
 * its limit, which must cost less than the work it avoids, and otherwise waits for its turn.
 */
export const createHttpServer = (
  { fetch }: Hono<AppEnv>,
  parts: HttpServerParts,
  patience = PATIENCE,
): Server => {
  const { load, work, replies, clientFiles, trustedProxies, metrics, tracer } = parts
  // Node discards unread bodies itself; the adapter's clean-up would cut the connection.
  const listener = getRequestListener(fetch, { autoCleanupIncoming: false })
  const findHostProblem = createHostCheck(parts.publicUrl)
  const findPacked = packedReplyFor({ cache: replies, files: clientFiles })
  const refuse = createRefusal(parts.securityHeaders)
  const refuseHost = hostRefusal(parts.log)
  const sayHealthy = livenessReply(parts.securityHeaders)

  /** The framework names and counts the requests that it answers. */
  const nameReply = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    outgoing.setHeader(
      'x-request-id',
      requestIdOf(incoming.headers['x-request-id']?.toString(), trustedProxies),
    )
  const openSpan = ({ headers }: IncomingMessage) => {
    const caller = trustedProxies > 0 ? headers['traceparent']?.toString() : undefined
    return tracer?.openServer(parseTraceparent(caller))
  }
  const send = async (
    reply: PackedReply,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    count: (route: string, status: number) => void,
  ) => {
    const span = openSpan(incoming)
    const status = await writePacked(reply, preferencesOf(incoming), outgoing)
    count(reply.route, status)
    span?.end(replySpan(incoming.method ?? '', reply.route, status))
  }
  const receive = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const arrivedAt = performance.now()
    // Before the host is checked: Prometheus asks each server by its address.
    if (parts.answerMetrics && isMetricsRequest(incoming.url))
      return parts.answerMetrics(incoming, outgoing)
    const count = (route: string, status: number) =>
      metrics.countReply(incoming.method ?? '', route, status, performance.now() - arrivedAt)
    const problem = findHostProblem(incoming)
    if (problem) {
      count(UNMATCHED, problem.status)
      return refuseHost(problem, incoming, outgoing)
    }
    if (isLivenessCheck(incoming)) {
      const span = openSpan(incoming)
      nameReply(incoming, outgoing)
      sayHealthy(outgoing)
      count(LIVENESS_ROUTE, 200)
      span?.end(replySpan('GET', LIVENESS_ROUTE, 200))
      return
    }
    incoming.headers.host ||= 'localhost'
    const reply = findPacked(incoming)
    if (reply) {
      nameReply(incoming, outgoing)
      return void send(reply, incoming, outgoing, count)
    }
    noteArrival(incoming, arrivedAt)
    if (isHealthCheck(incoming.url)) return void listener(incoming, outgoing)
    if (!load.admit(isPreferred(incoming))) {
      nameReply(incoming, outgoing)
      count(REFUSED, 503)
      return refuse(incoming, outgoing)
    }
    work.add(() => {
      // Nobody awaits the answer of a connection that was closed meanwhile.
      if (!incoming.socket.destroyed) void listener(incoming, outgoing)
    })
  }
  // Node would refuse health checks without a Host header before we see them.
  const server = createServer(
    { requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS, ...patience },
    receive,
  )
  server.on('connection', () => work.noteConnection())
  return server
}

const LIVENESS_ROUTE = '/healthz'

/** What the framework would answer, whose middleware costs many times as much. */
const livenessReply = (securityHeaders: Record<string, string>) => {
  const body = JSON.stringify(HEALTHY)
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json',
    'cache-control': 'private, no-store',
    'content-length': body.length,
  }
  return (outgoing: ServerResponse) => {
    outgoing.writeHead(200, headers)
    outgoing.end(body)
  }
}

const hostRefusal =
  (log: Logger) =>
  ({ status, message }: HostProblem, incoming: IncomingMessage, outgoing: ServerResponse) => {
    logSecurity(log, 'refused', {
      actor: null,
      path: incoming.url?.split('?')[0] ?? '',
      address: incoming.socket.remoteAddress ?? 'unknown',
    })
    outgoing.writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      connection: 'close',
    })
    outgoing.end(`${message}\n`)
  }
