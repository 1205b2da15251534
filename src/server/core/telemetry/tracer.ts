import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

type Attributes = Record<string, string | number>
type Kind = 'internal' | 'server' | 'client'

/** What a span's children need to know about it. */
type SpanContext = { traceId: string; spanId: string }

export type FinishedSpan = SpanContext & {
  parentSpanId: string | undefined
  name: string
  kind: Kind
  startMs: number
  endMs: number
  attributes: Attributes
  isFailed: boolean
}

/** Takes what is finished to a collector. */
export type ExportSpans = { add: (span: FinishedSpan) => void; close: () => Promise<void> }

export type OpenSpan = SpanContext & {
  end(result?: { name?: string; attributes?: Attributes; isFailed?: boolean }): void
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/
const NO_ID = /^0+$/

/** The caller's span, as W3C Trace Context writes it; null if there is none or it is malformed. */
export const parseTraceparent = (header: string | undefined): SpanContext | null => {
  const [, traceId = '', spanId = ''] = TRACEPARENT.exec(header ?? '') ?? []
  return traceId === '' || NO_ID.test(traceId) || NO_ID.test(spanId) ? null : { traceId, spanId }
}

const newId = (bytes: number) => randomBytes(bytes).toString('hex')
const clockMs = () => performance.timeOrigin + performance.now()

/** Spans of requests and of what they wait for, sent to a collector. */
export const createTracer = (exportSpans: ExportSpans) => {
  const current = new AsyncLocalStorage<SpanContext>()

  const open = (
    name: string,
    kind: Kind,
    parent: SpanContext | null | undefined,
    attributes: Attributes = {},
  ): OpenSpan => {
    const context = { traceId: parent?.traceId ?? newId(16), spanId: newId(8) }
    const startMs = clockMs()
    return {
      ...context,
      end: ({ name: better = name, attributes: more = {}, isFailed = false } = {}) =>
        exportSpans.add({
          ...context,
          parentSpanId: parent?.spanId,
          name: better,
          kind,
          startMs,
          endMs: clockMs(),
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

    /** What `work` does, and whatever it starts, belongs to the span. */
    within: <T>(span: SpanContext, work: () => T): T => current.run(span, work),

    close: exportSpans.close,
  }
}
export type Tracer = ReturnType<typeof createTracer>
