import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { errorPage, wantsPage } from './error-page.ts'
import { AppError } from './errors.ts'
import type { LoadGauge } from './load-gauge.ts'
import { SAFE_METHODS } from './security.ts'

const SERVER_BUSY = 'Many people are using this site right now. Please try again in a few seconds.'

/** Spread, so that those who were refused together do not come back together. */
const RETRY_AFTER_SECONDS = [2, 6] as const

const retryAfterSeconds = () => {
  const [least, most] = RETRY_AFTER_SECONDS
  return least + Math.floor(Math.random() * (most - least + 1))
}

export const serverBusy = () =>
  new AppError(503, SERVER_BUSY, { retryAfterSeconds: retryAfterSeconds() })

/** What a signed-in person saves is refused last. */
export const isPreferred = ({ method = '', headers }: IncomingMessage): boolean =>
  !SAFE_METHODS.has(method) && headers.cookie !== undefined

/** Refuses quickly instead of letting everyone wait. */
export const createRefusal = (securityHeaders: Record<string, string>) => {
  const page = errorPage(503, SERVER_BUSY)
  const json = JSON.stringify({
    success: false,
    message: SERVER_BUSY,
    data: null,
    error: SERVER_BUSY,
  })
  const common = { ...securityHeaders, 'cache-control': 'private, no-store' }
  const asPage = {
    ...common,
    'content-security-policy': page.policy,
    'content-type': 'text/html; charset=utf-8',
  }
  const asJson = { ...common, 'content-type': 'application/json' }
  return ({ headers }: IncomingMessage, outgoing: ServerResponse) => {
    const isPage = wantsPage(headers.accept)
    outgoing.writeHead(503, {
      ...(isPage ? asPage : asJson),
      'retry-after': String(retryAfterSeconds()),
    })
    outgoing.end(isPage ? page.html : json)
  }
}

/** Counts the requests in work. A stream counts until it has begun. */
export const trackLoad =
  ({ track }: Pick<LoadGauge, 'track'>): MiddlewareHandler =>
  (_, next) =>
    track(next)
