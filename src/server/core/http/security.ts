import type { MiddlewareHandler } from 'hono'
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { readApiKey } from './caller.ts'
import { AppError } from './errors.ts'
import type { AppEnv } from './request-context.ts'
import { HTTP_TEXT } from './http-messages.ts'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * For the worker that scans photos. A worker has the policy of its own response, and onnxruntime must
 * compile WebAssembly, which pages may not.
 */
export const SCANNING_WORKER_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "worker-src 'self'",
].join('; ')

const HEADERS: Record<string, string> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  // Together with the opener policy, this isolates the page, which onnxruntime needs for threads. Pages
  // load nothing from other origins anyway.
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
}

const STRICT_TRANSPORT_SECURITY = 'strict-transport-security'

/**
 * A 304 carries these from the reply that it stands for: browsers apply them to the copy that they have,
 * so the defaults would make an embed blank.
 */
export const POLICY_HEADERS: readonly string[] = [
  ...Object.keys(HEADERS),
  STRICT_TRANSPORT_SECURITY,
  'access-control-allow-origin',
]

export const buildSecurityHeaders = (publicUrl: string): Record<string, string> =>
  publicUrl.startsWith('https:')
    ? { ...HEADERS, [STRICT_TRANSPORT_SECURITY]: 'max-age=31536000; includeSubDomains' }
    : HEADERS

export const addSecurityHeaders = (publicUrl: string): MiddlewareHandler => {
  const headers = buildSecurityHeaders(publicUrl)
  return async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(headers))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
  }
}

export const foreignOriginError = () => new AppError(403, HTTP_TEXT.foreignOrigin)

export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Prevents request forgery: browsers send our cookie with requests from other sites, too. Requests with
 * an API key are exempt, because their cookies are ignored.
 */
export const requireSameOrigin: MiddlewareHandler<AppEnv> = async (context, next) => {
  if (!SAFE_METHODS.has(context.req.method) && readApiKey(context.req.raw.headers) === null) {
    const origin = context.req.header('origin')
    const allowed = origin
      ? origin === context.get('origin')
      : context.req.header('sec-fetch-site') === 'same-origin'
    if (!allowed) throw foreignOriginError()
  }
  await next()
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i
/** Load balancers call these by IP address or without a Host header. The replies reveal nothing. */
const HEALTH_CHECK = /^\/(healthz|readyz)(\?|$)/
export const isHealthCheck = (url = ''): boolean => HEALTH_CHECK.test(url)

const LIVENESS_CHECK = /^\/healthz(\?|$)/
/** The most frequent health check. It concerns only this process, not the database. */
export const isLivenessCheck = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'GET' && LIVENESS_CHECK.test(url)

export type HostProblem = { status: 400 | 421; message: string }

const listAllowedHosts = (publicUrl: string | null): string[] => {
  if (publicUrl === null) return []
  const { host, hostname, port, protocol } = new URL(publicUrl)
  const defaultPort = protocol === 'https:' ? 443 : 80
  return port === '' ? [host, `${hostname}:${defaultPort}`] : [host]
}

/**
 * Pages, redirects and the origin check depend on the Host header, so an unknown host could let another
 * site impersonate this one. Only loopback names and the host of PUBLIC_URL are served.
 */
export const createHostCheck = (publicUrl: string | null) => {
  const servedHosts = new Set(listAllowedHosts(publicUrl))
  return ({ url = '', headers, rawHeaders }: IncomingMessage): HostProblem | null => {
    let hosts = 0
    for (let index = 0; index < rawHeaders.length; index += 2)
      if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
    if (hosts > 1) return { status: 400, message: 'The request has several Host headers' }
    // A full URL here would take precedence over the Host header.
    if (!url.startsWith('/')) return { status: 400, message: 'The request target must be a path' }
    const host = headers.host ?? ''
    if (LOOPBACK.test(host) || servedHosts.has(host.toLowerCase()) || isHealthCheck(url))
      return null
    if (host === '') return { status: 400, message: 'The request has no Host header' }
    return {
      status: 421,
      message: HTTP_TEXT.wrongHost,
    }
  }
}

/**
 * Clears what the browser stores for this site, in replies that sign out. Without "cookies", which would
 * also sign the person out of other sites on the same domain; we clear our own cookies.
 */
export const CLEAR_SITE_DATA = '"cache", "storage"'

/** Compares in constant time, so that an attacker cannot guess the secret byte by byte. */
export const isSameSecret = (first: Buffer, second: Buffer) =>
  first.length === second.length && timingSafeEqual(first, second)
