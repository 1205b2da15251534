import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Pool, PoolClient } from 'pg'
import { fetchWithTimeout } from '#server/core/concurrency/timeouts.ts'

type Attributes = Record<string, string | number>
type Kind = 'internal' | 'server' | 'client'

/** The part of a span that its children refer to. */
type SpanContext = { traceId: string; spanId: string }

type FinishedSpan = SpanContext & {
  parentSpanId: string | undefined
  name: string
  kind: Kind
  startMs: number
  endMs: number
  attributes: Attributes
  isFailed: boolean
}

/** Sends finished spans to a collector. */
type ExportSpans = { add: (span: FinishedSpan) => void; close: () => Promise<void> }

export type OpenSpan = SpanContext & {
  end(result?: { name?: string; attributes?: Attributes; isFailed?: boolean }): void
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/
const NO_ID = /^0+$/

/** The caller's span from a W3C traceparent header; null if it is missing or malformed. */
export const parseTraceparent = (header: string | undefined): SpanContext | null => {
  const [, traceId = '', spanId = ''] = TRACEPARENT.exec(header ?? '') ?? []
  return traceId === '' || NO_ID.test(traceId) || NO_ID.test(spanId) ? null : { traceId, spanId }
}

const createId = (bytes: number) => randomBytes(bytes).toString('hex')
const readClockMs = () => performance.timeOrigin + performance.now()

/** Traces requests and the queries and calls that they wait for. */
export const createTracer = (exportSpans: ExportSpans) => {
  const current = new AsyncLocalStorage<SpanContext>()

  const open = (
    name: string,
    kind: Kind,
    parent: SpanContext | null | undefined,
    attributes: Attributes = {},
  ): OpenSpan => {
    const context = { traceId: parent?.traceId ?? createId(16), spanId: createId(8) }
    const startMs = readClockMs()
    return {
      ...context,
      end: ({ name: finalName = name, attributes: more = {}, isFailed = false } = {}) =>
        exportSpans.add({
          ...context,
          parentSpanId: parent?.spanId,
          name: finalName,
          kind,
          startMs,
          endMs: readClockMs(),
          attributes: { ...attributes, ...more },
          isFailed,
        }),
    }
  }

  return {
    /** `parent` is the span of a trusted caller. */
    openServer: (parent: SpanContext | null) => open('request', 'server', parent),

    /** Null outside a request: background work would fill the collector with single spans. */
    openChild: (name: string, kind: Kind, attributes?: Attributes): OpenSpan | null => {
      const parent = current.getStore()
      return parent ? open(name, kind, parent, attributes) : null
    },

    /** Spans that `work` opens, directly or indirectly, become children of `span`. */
    runWithin: <T>(span: SpanContext, work: () => T): T => current.run(span, work),

    close: exportSpans.close,
  }
}
export type Tracer = ReturnType<typeof createTracer>

const EXPORT_EVERY_MS = 2_000
const BATCH_SIZE = 512
/** Spans that wait for a slow collector; further ones are dropped. */
const MAX_WAITING = 4_096
const EXPORT_TIMEOUT_MS = 5_000
const MAX_VALUE_CHARACTERS = 1_000

const KINDS = { internal: 1, server: 2, client: 3 } as const
const STATUS_ERROR = 2

const toNanoseconds = (ms: number) => `${Math.round(ms * 1_000)}000`

const toOtlpAttributes = (attributes: Record<string, string | number>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value.slice(0, MAX_VALUE_CHARACTERS) }
        : Number.isInteger(value)
          ? { intValue: String(value) }
          : { doubleValue: value },
  }))

const toOtlpSpan = (span: FinishedSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId ? { parentSpanId: span.parentSpanId } : {}),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: toNanoseconds(span.startMs),
  endTimeUnixNano: toNanoseconds(span.endMs),
  attributes: toOtlpAttributes(span.attributes),
  status: span.isFailed ? { code: STATUS_ERROR } : {},
})

type TracerOptions = {
  /** The URL of the collector, without /v1/traces. */
  endpoint: string
  /** Such as the key of a hosted collector. */
  headers: Record<string, string>
  service: Record<string, string>
  log: Pick<Logger, 'warn'>
}

/** Sends spans to an OpenTelemetry collector, as JSON over HTTP, in batches. Never delays a request. */
export const createSpanExport = ({
  endpoint,
  headers,
  service,
  log,
}: TracerOptions): ExportSpans => {
  let waiting: FinishedSpan[] = []
  let dropped = 0
  let hasFailed = false
  let sending: Promise<void> = Promise.resolve()

  const send = async (spans: readonly FinishedSpan[]) => {
    const resourceSpans = [
      {
        resource: { attributes: toOtlpAttributes(service) },
        scopeSpans: [{ scope: { name: 'wearabouts' }, spans: spans.map(toOtlpSpan) }],
      },
    ]
    try {
      const message: RequestInit = {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ resourceSpans }),
        redirect: 'error',
      }
      const reply = await fetchWithTimeout(
        { ms: EXPORT_TIMEOUT_MS },
        `${endpoint}/v1/traces`,
        message,
        (response) => response,
      )
      await reply.body?.cancel()
      if (!reply.ok) throw new Error(`The collector answered ${reply.status}`)
      hasFailed = false
    } catch (err) {
      // Only the first failure is logged while the collector is unavailable.
      if (!hasFailed)
        log.warn({ err }, 'Cannot send traces; dropping them until the collector answers')
      hasFailed = true
    }
  }
  const flush = () => {
    const spans = waiting
    waiting = []
    if (dropped > 0) log.warn({ dropped }, 'The collector is too slow: spans were dropped')
    dropped = 0
    const sendAfter = async (earlier: Promise<void>) => {
      await earlier
      for (let start = 0; start < spans.length; start += BATCH_SIZE)
        await send(spans.slice(start, start + BATCH_SIZE))
    }
    sending = sendAfter(sending)
    return sending
  }
  let isFlushing = false
  const timer = setInterval(() => {
    if (isFlushing || waiting.length === 0) return
    isFlushing = true
    void flush().finally(() => {
      isFlushing = false
    })
  }, EXPORT_EVERY_MS)
  timer.unref()

  return {
    add(span: FinishedSpan) {
      if (waiting.length < MAX_WAITING) waiting.push(span)
      else dropped += 1
    },
    /** Sends the remaining spans. */
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

const getQueryText = (query: unknown): string => {
  if (typeof query === 'string') return query
  if (typeof query === 'object' && query !== null && 'text' in query) return String(query.text)
  return ''
}

/** Only the statement, never its values, which can be personal data. */
const openQuerySpan = (tracer: Tracer, query: unknown) => {
  const text = getQueryText(query).trim().replaceAll(/\s+/g, ' ')
  const operation = /^\w+/.exec(text)?.[0].toUpperCase() ?? 'query'
  return tracer.openChild(operation, 'client', {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text,
  })
}

const traceClient = (client: PoolClient, tracer: Tracer) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const runTraced = (...args: unknown[]): unknown => {
    const span = openQuerySpan(tracer, args[0])
    if (!span) return query(...args)
    const last = args.at(-1)
    if (typeof last === 'function') {
      const done = last as (error: unknown, ...rest: unknown[]) => void
      return query(...args.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
        span.end({ isFailed: Boolean(error) })
        done(error, ...rest)
      })
    }
    const result = query(...args)
    if (result instanceof Promise)
      result.then(
        () => span.end(),
        () => span.end({ isFailed: true }),
      )
    return result
  }
  client.query = runTraced as typeof client.query
}

/** A span for each statement of a request. */
export const traceQueries = (pool: Pool, tracer: Tracer) => {
  const tracedClients = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (tracedClients.has(client)) return
    tracedClients.add(client)
    traceClient(client, tracer)
  })
}

/** The name and attributes of a finished request span, without its URL, which may contain secrets. */
export const describeReplySpan = (method: string, route: string, status: number) => ({
  name: `${method} ${route}`,
  attributes: {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  },
  isFailed: status >= 500,
})
