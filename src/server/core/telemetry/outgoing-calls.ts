import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ProcessMetrics } from './server-metrics.ts'
import type { OpenSpan, Tracer } from './tracer.ts'

type Sent = { origin?: string | URL; method?: string }
type Message = { request: Sent; response?: { statusCode: number } }
type Open = { provider: string; started: number; span: OpenSpan | null }

/** Hosts that a server asks often; any other is a shop or a picture, of which there are many. */
const PROVIDERS: Record<string, string> = {
  'www.searchapi.io': 'searchapi',
  'serpapi.com': 'serpapi',
  'accounts.google.com': 'google',
  'oauth2.googleapis.com': 'google',
  'graph.facebook.com': 'facebook',
}

type Parts = {
  metrics: Pick<ProcessMetrics, 'countCall'>
  tracer: Tracer | null
  /** Of the S3 store and of other settings, with the name to count them under. */
  known: Record<string, string>
}

const hostOf = (origin: string | URL | undefined): string =>
  URL.canParse(String(origin)) ? new URL(String(origin)).hostname : ''

/**
 * Measures every HTTP request that this process sends. Node and undici announce them, so no provider
 * has to know about it and none can be forgotten.
 */
export const watchOutgoingCalls = ({ metrics, tracer, known }: Parts) => {
  const open = new WeakMap<Sent, Open>()
  const providers = { ...PROVIDERS, ...known }
  const begin = (message: unknown) => {
    const { request } = message as Message
    const host = hostOf(request.origin)
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
