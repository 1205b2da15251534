import type { ContentfulStatusCode } from 'hono/utils/http-status'

type Options = { cause?: unknown; retryAfterSeconds?: number; code?: string }

/** A failure whose message may be shown to the user. */
export class AppError extends Error {
  readonly status: ContentfulStatusCode
  readonly retryAfterSeconds: number | undefined
  readonly code: string | undefined

  constructor(status: ContentfulStatusCode, message: string, options: Options = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.status = status
    this.retryAfterSeconds = options.retryAfterSeconds
    this.code = options.code
  }
}
