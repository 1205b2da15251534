import type { MiddlewareHandler } from 'hono'
import { errorPage, wantsPage } from './error-page.ts'
import { AppError } from './errors.ts'
import type { LoadGauge } from './load-gauge.ts'
import { SAFE_METHODS } from './security.ts'

const SERVER_BUSY = 'Many people are using this site right now. Please try again in a few seconds.'

/** Spread, so that those who were refused together do not come back together. */
const RETRY_AFTER_SECONDS = [2, 6] as const
const HEALTH_CHECKS = new Set(['/healthz', '/readyz'])

const retryAfterSeconds = () => {
  const [least, most] = RETRY_AFTER_SECONDS
  return least + Math.floor(Math.random() * (most - least + 1))
}

export const serverBusy = () =>
  new AppError(503, SERVER_BUSY, { retryAfterSeconds: retryAfterSeconds() })

/**
 * Past its limit the server refuses quickly instead of letting everyone wait. Mounted after the reply
 * cache, which answers even then, and before all other middleware, which would cost more than the
 * refusal. What a signed-in person saves is refused last.
 */
export const shedLoad = (
  load: LoadGauge,
  securityHeaders: Record<string, string>,
): MiddlewareHandler => {
  const page = errorPage(503, SERVER_BUSY)
  const json = JSON.stringify({
    success: false,
    message: SERVER_BUSY,
    data: null,
    error: SERVER_BUSY,
  })
  const refusal = (asPage: boolean) =>
    new Response(asPage ? page.html : json, {
      status: 503,
      headers: {
        ...securityHeaders,
        ...(asPage ? { 'content-security-policy': page.policy } : {}),
        'content-type': asPage ? 'text/html; charset=utf-8' : 'application/json',
        'cache-control': 'private, no-store',
        'retry-after': String(retryAfterSeconds()),
      },
    })
  return async (context, next) => {
    const { req } = context
    if (HEALTH_CHECKS.has(req.path)) return next()
    const isPreferred = !SAFE_METHODS.has(req.method) && req.header('cookie') !== undefined
    if (!load.admit(isPreferred)) return refusal(wantsPage(req.header('accept')))
    return load.track(next)
  }
}
