import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { SecurityEvent } from './security-log.ts'
import { HTTP_TEXT } from './http-messages.ts'

type AppErrorOptions = {
  cause?: unknown
  retryAfterSeconds?: number
  code?: string
  /** Logged as this event. Refusals by status (401, 403, 429) are logged without it. */
  security?: SecurityEvent
}

const SECURITY_STATUS: Partial<Record<number, SecurityEvent>> = {
  401: 'refused',
  403: 'refused',
  429: 'limit-reached',
}

/** A failure whose message may be shown to the user. */
export class AppError extends Error {
  readonly status: ContentfulStatusCode
  readonly retryAfterSeconds: number | undefined
  readonly code: string | undefined
  readonly security: SecurityEvent | undefined

  constructor(status: ContentfulStatusCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.status = status
    this.retryAfterSeconds = options.retryAfterSeconds
    this.code = options.code
    this.security = options.security ?? SECURITY_STATUS[status]
  }
}

/** The code of an error from Node, the database or a library, such as ENOENT; '' if it has none. */
export const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

export const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))

/** For an unknown id or name. Screens that show a full sentence have messages of their own. */
export const notFoundError = (noun: keyof typeof HTTP_TEXT.missing) =>
  new AppError(404, HTTP_TEXT.missing[noun])
