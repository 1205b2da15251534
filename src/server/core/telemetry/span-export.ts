import type { Logger } from 'pino'
import { fetchWithin } from '#server/core/concurrency/fetch-within.ts'
import type { ExportSpans, FinishedSpan } from './tracer.ts'

const EVERY_MS = 2_000
const BATCH = 512
/** Spans that wait for a slow collector; further ones are dropped. */
const MAX_WAITING = 4_096
const WITHIN_MS = 5_000
const MAX_TEXT = 1_000

const KINDS = { internal: 1, server: 2, client: 3 } as const
const FAILED = 2

const nanos = (ms: number) => `${Math.round(ms * 1_000)}000`

const attributesOf = (attributes: Record<string, string | number>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value.slice(0, MAX_TEXT) }
        : Number.isInteger(value)
          ? { intValue: String(value) }
          : { doubleValue: value },
  }))

const asOtlp = (span: FinishedSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId ? { parentSpanId: span.parentSpanId } : {}),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: nanos(span.startMs),
  endTimeUnixNano: nanos(span.endMs),
  attributes: attributesOf(span.attributes),
  status: span.isFailed ? { code: FAILED } : {},
})

type Settings = {
  /** Of the collector, without /v1/traces. */
  endpoint: string
  /** Such as the key of a hosted collector. */
  headers: Record<string, string>
  service: Record<string, string>
  log: Pick<Logger, 'warn'>
}

/** Sends spans to an OpenTelemetry collector, as JSON over HTTP, in batches. Never delays a request. */
export const createSpanExport = ({ endpoint, headers, service, log }: Settings): ExportSpans => {
  let waiting: FinishedSpan[] = []
  let dropped = 0
  let hasFailed = false
  let sending: Promise<void> = Promise.resolve()

  const send = async (spans: readonly FinishedSpan[]) => {
    const resourceSpans = [
      {
        resource: { attributes: attributesOf(service) },
        scopeSpans: [{ scope: { name: 'wearabouts' }, spans: spans.map(asOtlp) }],
      },
    ]
    try {
      const message: RequestInit = {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ resourceSpans }),
        redirect: 'error',
      }
      const reply = await fetchWithin(
        { ms: WITHIN_MS },
        `${endpoint}/v1/traces`,
        message,
        (got) => got,
      )
      await reply.body?.cancel()
      if (!reply.ok) throw new Error(`The collector answered ${reply.status}`)
      hasFailed = false
    } catch (err) {
      // Once, and not for every batch, while the collector is away.
      if (!hasFailed) log.warn({ err }, 'Traces cannot be sent; they are dropped meanwhile')
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
      for (let start = 0; start < spans.length; start += BATCH)
        await send(spans.slice(start, start + BATCH))
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
  }, EVERY_MS)
  timer.unref()

  return {
    add(span: FinishedSpan) {
      if (waiting.length < MAX_WAITING) waiting.push(span)
      else dropped += 1
    },
    /** Sends what is left. */
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}
