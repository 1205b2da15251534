import type { Server } from 'node:http'
import { hostname } from 'node:os'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Env } from '#server/core/env.ts'
import { listenForMetrics, metricsAnswer, type PortAnswers } from './metrics-access.ts'
import { watchOutgoingCalls } from './outgoing-calls.ts'
import type { Registry } from './registry.ts'
import { gaugeProcess } from './server-gauges.ts'
import type { ProcessMetrics } from './server-metrics.ts'
import { createSpanExport } from './span-export.ts'
import { traceQueries } from './traced-queries.ts'
import { createTracer, type Tracer } from './tracer.ts'

type Parts = {
  env: Env
  log: Logger
  registry: Registry
  metrics: ProcessMetrics
  pool: Pool
  /** Further addresses on the port of the metrics. */
  others?: PortAnswers
}

const createTracerFor = ({ env, log }: Parts): Tracer | null => {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return null
  const service = { 'service.name': 'wearabouts', 'service.instance.id': hostname() }
  const headers = env.OTEL_EXPORTER_OTLP_HEADERS ?? {}
  return createTracer(createSpanExport({ endpoint, headers, service, log }))
}

const namedHosts = ({ STORAGE_URL, S3_ENDPOINT, SMS_URL, RATES_URL }: Env) => {
  const named: [string | undefined, string][] = [
    [STORAGE_URL && S3_ENDPOINT, 'storage'],
    [SMS_URL, 'sms'],
    [RATES_URL, 'rates'],
  ]
  return Object.fromEntries(
    named.flatMap(([url, name]) => (url ? [[new URL(url).hostname, name] as const] : [])),
  )
}

/** Metrics and traces of a server or worker, as far as they are asked for. */
export const createTelemetry = (parts: Parts) => {
  const { env, log, registry, metrics, pool, others = {} } = parts
  gaugeProcess(registry)
  const tracer = createTracerFor(parts)
  if (tracer) traceQueries(pool, tracer)
  const outgoing = watchOutgoingCalls({ metrics, tracer, known: namedHosts(env) })
  const stopLag = metrics.watchLag()
  const answer = metricsAnswer(registry, env.METRICS_TOKEN)
  let server: Server | undefined
  return {
    tracer,
    /** On the server's own port, only with a token. */
    answerMetrics: env.METRICS_PORT === undefined && env.METRICS_TOKEN ? answer : null,
    listen: async (host: string) => {
      if (env.METRICS_PORT === undefined) return
      server = await listenForMetrics(answer, { port: env.METRICS_PORT, host, others })
      log.info(server.address(), 'Metrics are at /metrics on a port of their own')
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
