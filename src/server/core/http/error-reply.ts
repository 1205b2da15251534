import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isDatabaseUnavailable } from '#server/core/db/unavailable.ts'
import { errorPage, wantsPage } from './error-page.ts'
import { AppError } from './errors.ts'
import { type AppEnv, routeOf } from './request-context.ts'
import { logSecurity } from './security-log.ts'

const NEUTRAL = 'Something went wrong on our side. Please try again.'
const RETRY_AFTER_SECONDS = 5

/** A failure of the database that may pass. */
const asUnavailable = (error: Error): Error =>
  !(error instanceof AppError) && isDatabaseUnavailable(error)
    ? new AppError(503, 'Wearabouts cannot answer just now. Please try again in a moment.', {
        cause: error,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        code: 'unavailable',
      })
    : error

/** Only errors under this name are logged with their type and stack. */
const causeOf = ({ cause }: AppError) =>
  cause instanceof Error ? { err: cause } : cause === undefined ? {} : { cause }

/** The one error path: an AppError's own message, for anything else a sentence that leaks nothing. */
export const errorReply = (thrown: Error, context: Context<AppEnv>) => {
  const error = asUnavailable(thrown)
  // The template of the path, because the address itself may carry secrets.
  const asked = { method: context.req.method, path: routeOf(context) }
  const reply = (status: ContentfulStatusCode, message: string, code?: string) => {
    context.header('cache-control', 'private, no-store')
    if (wantsPage(context.req.header('accept'))) {
      const { html, policy } = errorPage(status, message)
      return context.html(html, status, { 'content-security-policy': policy })
    }
    const envelope = { success: false, message, data: null, error: message }
    return context.json(code ? { ...envelope, code } : envelope, status)
  }
  if (error instanceof AppError) {
    if (error.retryAfterSeconds !== undefined)
      context.header('retry-after', String(Math.ceil(error.retryAfterSeconds)))
    if (error.security)
      logSecurity(context.get('log'), error.security, {
        actor: context.get('actor') ?? null,
        path: context.get('route') ?? context.req.path,
        address: context.get('address'),
      })
    const level = error.status >= 500 ? 'error' : 'info'
    context.get('log')[level]({ ...asked, status: error.status, ...causeOf(error) }, error.message)
    return reply(error.status, error.message, error.code)
  }
  if (error instanceof HTTPException) return reply(error.status, error.message)
  context.get('log').error({ ...asked, status: 500, err: error }, 'unexpected failure')
  return reply(500, context.get('failure') ?? NEUTRAL)
}
