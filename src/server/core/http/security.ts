import type { MiddlewareHandler } from 'hono'
import { AppError } from './errors.ts'

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

const HEADERS: Record<string, string> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
}

export const securityHeadersFor = (publicUrl: string): Record<string, string> =>
  publicUrl.startsWith('https:')
    ? { ...HEADERS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : HEADERS

export const securityHeaders = (publicUrl: string): MiddlewareHandler => {
  const headers = securityHeadersFor(publicUrl)
  return async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(headers))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
  }
}

export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Against request forgery: browsers send our cookie with requests from other sites too. */
export const sameOriginOnly =
  (isOwnOrigin: (origin: string, request: Request) => boolean): MiddlewareHandler =>
  async (context, next) => {
    if (!SAFE_METHODS.has(context.req.method)) {
      const origin = context.req.header('origin')
      const allowed = origin
        ? isOwnOrigin(origin, context.req.raw)
        : context.req.header('sec-fetch-site') === 'same-origin'
      if (!allowed) throw new AppError(403, 'Requests from other sites are refused')
    }
    await next()
  }
