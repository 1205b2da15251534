import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Language } from '#server/core/languages.ts'
import { HEALTHY } from '#shared/contract/system.ts'
import { REFUSED, type ServerMetrics, UNMATCHED } from '#server/core/telemetry/metrics.ts'
import { type AnswerMetrics, isMetricsRequest } from '#server/core/telemetry/telemetry.ts'
import { parseTraceparent, describeReplySpan, type Tracer } from '#server/core/telemetry/tracing.ts'
import { type AppEnv, recordArrival, chooseRequestId } from './request-context.ts'
import {
  type PackedReply,
  createPackedReplyLookup,
  type ReplyCache,
  readIncomingPreferences,
  writePackedReply,
} from './reply-cache.ts'
import { createHostCheck, type HostProblem, isHealthCheck, isLivenessCheck } from './security.ts'
import {
  createBusyReply,
  isPreferredRequest,
  type LoadGauge,
  type WorkQueue,
} from './load-shedding.ts'
import { logSecurityEvent } from './security-log.ts'
import { runInLanguage } from '#server/core/messages/translation.ts'
import { findIncomingLanguage } from './request-language.ts'

/**
 * Longer than proxies keep idle connections (nginx and AWS: 60 s), so that the proxy closes them. If
 * the server did, a request that was sent at the same moment would fail.
 */
const KEEP_ALIVE_MS = 75_000

/** Limits how long a client that sends its request slowly can hold a connection and its memory. */
const TIMEOUTS = {
  headersTimeout: 15_000,
  /** Enough for the largest upload over a slow mobile network. */
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
}

type HttpServerDependencies = {
  publicUrl: string | null
  log: Logger
  load: Pick<LoadGauge, 'admit'>
  work: WorkQueue
  replies: ReplyCache
  languages: readonly Language[]
  clientFiles: { read(path: string): PackedReply | null }
  securityHeaders: Record<string, string>
  trustedProxies: number
  metrics: Pick<ServerMetrics, 'countReply'>
  tracer: Tracer | null
  /** Null if metrics are off, or have their own port. */
  answerMetrics: AnswerMetrics | null
}

/**
 * Decides what happens to a request before Hono sees it. Requests for unknown hosts are refused. Cached
 * replies, files and health checks are answered at once. All other requests wait in the work queue, or
 * are refused if the server is overloaded; refusing a request must cost less than answering it.
 */
export const createHttpServer = (
  { fetch }: Hono<AppEnv>,
  dependencies: HttpServerDependencies,
  timeouts = TIMEOUTS,
): Server => {
  const { load, work, replies, clientFiles, trustedProxies, metrics, tracer } = dependencies
  // Node discards unread bodies itself; the adapter's clean-up would close the connection.
  const listener = getRequestListener(fetch, { autoCleanupIncoming: false })
  const findHostProblem = createHostCheck(dependencies.publicUrl)
  const findPacked = createPackedReplyLookup({
    cache: replies,
    files: clientFiles,
    languages: dependencies.languages,
  })
  const sendBusyReply = createBusyReply(dependencies.securityHeaders, dependencies.languages)
  const sendHostProblem = createHostRefusal(dependencies.log)
  const sendLiveness = createLivenessReply(dependencies.securityHeaders)

  /** Only for replies that bypass Hono, whose middleware sets the id of all others. */
  const setRequestId = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    outgoing.setHeader(
      'x-request-id',
      chooseRequestId(incoming.headers['x-request-id']?.toString(), trustedProxies),
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
    const status = await writePackedReply(reply, readIncomingPreferences(incoming), outgoing)
    count(reply.route, status)
    span?.end(describeReplySpan(incoming.method ?? '', reply.route, status))
  }
  const receive = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const arrivedAt = performance.now()
    // Before the host check, because Prometheus scrapes each server by its IP address.
    if (dependencies.answerMetrics && isMetricsRequest(incoming.url))
      return dependencies.answerMetrics(incoming, outgoing)
    const count = (route: string, status: number) =>
      metrics.countReply(incoming.method ?? '', route, status, performance.now() - arrivedAt)
    const problem =
      findHostProblem(incoming) &&
      runInLanguage(findIncomingLanguage(dependencies.languages, incoming), () =>
        findHostProblem(incoming),
      )
    if (problem) {
      count(UNMATCHED, problem.status)
      return sendHostProblem(problem, incoming, outgoing)
    }
    if (isLivenessCheck(incoming)) {
      const span = openSpan(incoming)
      setRequestId(incoming, outgoing)
      sendLiveness(outgoing)
      count(LIVENESS_ROUTE, 200)
      span?.end(describeReplySpan('GET', LIVENESS_ROUTE, 200))
      return
    }
    incoming.headers.host ||= 'localhost'
    const reply = findPacked(incoming)
    if (reply) {
      setRequestId(incoming, outgoing)
      return void send(reply, incoming, outgoing, count)
    }
    recordArrival(incoming, arrivedAt)
    if (isHealthCheck(incoming.url)) return void listener(incoming, outgoing)
    if (!load.admit(isPreferredRequest(incoming))) {
      setRequestId(incoming, outgoing)
      count(REFUSED, 503)
      return sendBusyReply(incoming, outgoing)
    }
    work.add(() => {
      // The client may have disconnected while its request waited.
      if (!incoming.socket.destroyed) void listener(incoming, outgoing)
    })
  }
  // Otherwise Node itself would refuse health checks without a Host header.
  const server = createServer(
    { requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS, ...timeouts },
    receive,
  )
  server.on('connection', () => work.noteConnection())
  return server
}

const LIVENESS_ROUTE = '/healthz'

/** Bypasses Hono, whose middleware would make this frequent request many times as expensive. */
const createLivenessReply = (securityHeaders: Record<string, string>) => {
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

const createHostRefusal =
  (log: Logger) =>
  ({ status, message }: HostProblem, incoming: IncomingMessage, outgoing: ServerResponse) => {
    logSecurityEvent(log, 'refused', {
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
