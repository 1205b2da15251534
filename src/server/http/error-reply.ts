import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AppError } from './errors.ts'
import type { AppEnv } from './request-context.ts'

const NEUTRAL = 'Something went wrong on our side. Please try again.'

/** The one error path: an AppError's own message, for anything else a sentence that leaks nothing. */
export const errorReply = (error: Error, context: Context<AppEnv>) => {
  const body = (message: string, code?: string) => ({
    success: false,
    message,
    data: null,
    error: message,
    ...(code ? { code } : {}),
  })
  if (error instanceof AppError) {
    if (error.retryAfterSeconds !== undefined)
      context.header('retry-after', String(Math.ceil(error.retryAfterSeconds)))
    const level = error.status >= 500 ? 'error' : 'info'
    context.get('log')[level]({ status: error.status, cause: error.cause }, error.message)
    return context.json(body(error.message, error.code), error.status)
  }
  if (error instanceof HTTPException) return context.json(body(error.message), error.status)
  context.get('log').error({ err: error }, 'unexpected failure')
  return context.json(body(context.get('failure') ?? NEUTRAL), 500)
}
