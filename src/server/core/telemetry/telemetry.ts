import { createHash } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { hostname } from 'node:os'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Env } from '#server/core/env.ts'
import { startListening } from '#server/core/http/listen.ts'
import { isSameSecret } from '#server/core/http/security.ts'
import { parseHost } from '#shared/domain/links.ts'
import { addProcessGauges, type ProcessMetrics, type Registry } from './metrics.ts'
import {
  createSpanExport,
  createTracer,
  type OpenSpan,
  traceQueries,
  type Tracer,
} from './tracing.ts'

const PATH = '/metrics'
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

const parsePath = (url = ''): string => url.split('?', 1)[0] ?? ''
export const isMetricsRequest = (url?: string): boolean => parsePath(url) === PATH

const hashText = (text: string) => createHash('sha256').update(text).digest()

export type AnswerMetrics = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Without a token, anyone may read the metrics, so the port must not be public. */
const createMetricsAnswer =
  (registry: Registry, token: string | undefined): AnswerMetrics =>
  ({ headers, method }, outgoing) => {
    const sendError = (status: number, text: string, more = {}) =>
      outgoing.writeHead(status, { 'content-type': 'text/plain', ...more }).end(`${text}\n`)
    const isAuthorized = () =>
      isSameSecret(hashText(headers.authorization ?? ''), hashText(`Bearer ${token}`))
    const answer = async () => {
      if (method !== 'GET') return sendError(405, 'Only GET is allowed', { allow: 'GET' })
      if (token !== undefined && !isAuthorized())
        return sendError(401, 'Metrics need the METRICS_TOKEN', { 'www-authenticate': 'Bearer' })
      const text = await registry.text()
      outgoing.writeHead(200, { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' })
      return outgoing.end(text)
    }
    void answer().catch(() => outgoing.headersSent || sendError(500, 'Metrics could not be read'))
  }

type PortAnswers = Record<string, AnswerMetrics>

/** A separate port, which a firewall can restrict to Prometheus. */
const listenForMetrics = async (
  answer: AnswerMetrics,
  { port, host, others }: { port: number; host: string; others: PortAnswers },
) => {
  const answers = new Map(Object.entries({ ...others, [PATH]: answer }))
  const server = createServer((incoming, outgoing) => {
    const answerPath = answers.get(parsePath(incoming.url))
    if (answerPath) return answerPath(incoming, outgoing)
    outgoing
      .writeHead(404, { 'content-type': 'text/plain' })
      .end(`Only ${[...answers.keys()].join(', ')} can be read here\n`)
  })
  await startListening(server, { port, host, setting: 'METRICS_PORT' })
  return server
}

type OutgoingRequest = { origin?: string | URL; method?: string }
type Message = { request: OutgoingRequest; response?: { statusCode: number } }
type OpenCall = { provider: string; started: number; span: OpenSpan | null }

/** Hosts with their own label. All others are shops and pictures, too many to be counted separately. */
const PROVIDERS: Record<string, string> = {
  'www.searchapi.io': 'searchapi',
  'serpapi.com': 'serpapi',
  'accounts.google.com': 'google',
  'oauth2.googleapis.com': 'google',
  'graph.facebook.com': 'facebook',
}

type OutgoingTelemetryDependencies = {
  metrics: Pick<ProcessMetrics, 'countCall'>
  tracer: Tracer | null
  /** Labels for the hosts in settings, such as that of the S3 store. */
  namedHosts: Record<string, string>
}

/**
 * Measures every HTTP request that this process sends. Node and undici publish them as diagnostics, so
 * callers need no code for it.
 */
const watchOutgoingCalls = ({ metrics, tracer, namedHosts }: OutgoingTelemetryDependencies) => {
  const open = new WeakMap<OutgoingRequest, OpenCall>()
  const providers = { ...PROVIDERS, ...namedHosts }
  const begin = (message: unknown) => {
    const { request } = message as Message
    const host = parseHost(String(request.origin)) ?? ''
    const method = request.method ?? 'GET'
    const span = tracer?.openChild(method, 'client', {
      'http.request.method': method,
      'server.address': host,
    })
    open.set(request, {
      provider: providers[host] ?? 'web',
      started: performance.now(),
      span: span ?? null,
    })
  }
  const end = (message: unknown) => {
    const { request, response } = message as Message
    const call = open.get(request)
    if (!call) return
    open.delete(request)
    const isFailed = !response || response.statusCode >= 500
    metrics.countCall(call.provider, isFailed ? 'failed' : 'ok', performance.now() - call.started)
    const status = response ? { 'http.response.status_code': response.statusCode } : {}
    call.span?.end({ attributes: status, isFailed })
  }
  const channels = {
    'undici:request:create': begin,
    'undici:request:headers': end,
    'undici:request:error': end,
  }
  for (const [name, handle] of Object.entries(channels)) subscribe(name, handle)
  return {
    stop: () => {
      for (const [name, handle] of Object.entries(channels)) unsubscribe(name, handle)
    },
  }
}

type TelemetryDependencies = {
  env: Env
  log: Logger
  registry: Registry
  metrics: ProcessMetrics
  pool: Pool
  /** Further paths on the metrics port. */
  others?: PortAnswers
}

const createTracerFromEnv = ({ env, log }: TelemetryDependencies): Tracer | null => {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return null
  const service = { 'service.name': 'wearabouts', 'service.instance.id': hostname() }
  const headers = env.OTEL_EXPORTER_OTLP_HEADERS ?? {}
  return createTracer(createSpanExport({ endpoint, headers, service, log }))
}

const labelHosts = ({ STORAGE_URL, S3_ENDPOINT, SMS_URL, RATES_URL }: Env) => {
  const urlsAndLabels: [string | undefined, string][] = [
    [STORAGE_URL && S3_ENDPOINT, 'storage'],
    [SMS_URL, 'sms'],
    [RATES_URL, 'rates'],
  ]
  return Object.fromEntries(
    urlsAndLabels.flatMap(([url, name]) => (url ? [[new URL(url).hostname, name] as const] : [])),
  )
}

/** Metrics and traces of a server or worker, as far as the settings enable them. */
export const createTelemetry = (dependencies: TelemetryDependencies) => {
  const { env, log, registry, metrics, pool, others = {} } = dependencies
  addProcessGauges(registry)
  const tracer = createTracerFromEnv(dependencies)
  if (tracer) traceQueries(pool, tracer)
  const outgoing = watchOutgoingCalls({ metrics, tracer, namedHosts: labelHosts(env) })
  const stopLag = metrics.watchLag()
  const answer = createMetricsAnswer(registry, env.METRICS_TOKEN)
  let server: Server | undefined
  return {
    tracer,
    /** On the port of the server itself, metrics require a token. */
    answerMetrics: env.METRICS_PORT === undefined && env.METRICS_TOKEN ? answer : null,
    listen: async (host: string) => {
      if (env.METRICS_PORT === undefined) return
      server = await listenForMetrics(answer, { port: env.METRICS_PORT, host, others })
      log.info(server.address(), 'Serving /metrics on a separate port')
    },
    close: async () => {
      outgoing.stop()
      stopLag()
      server?.close()
      server?.closeAllConnections()
      await tracer?.close()
    },
  }
}
