import { AppError } from '#server/core/http/errors.ts'

const RETRY_AFTER_SECONDS = 10

type Options = {
  cause?: unknown
  /** For operators, without addresses or credentials. */
  reason: string
  /** Whether the file may have been stored all the same, as after a lost reply. */
  mayBeStored: boolean
}

/** Files cannot be stored or read just now. */
export class StorageError extends AppError {
  override readonly name = 'StorageError'
  readonly reason: string
  readonly mayBeStored: boolean

  constructor(status: 503 | 507, message: string, { cause, reason, mayBeStored }: Options) {
    super(
      status,
      message,
      status === 503 ? { cause, retryAfterSeconds: RETRY_AFTER_SECONDS } : { cause },
    )
    this.reason = reason
    this.mayBeStored = mayBeStored
  }
}

export const storageFull = (cause: unknown) =>
  new StorageError(
    507,
    'There is no space left to store pictures, so yours was not saved. Please try again later.',
    { cause, reason: 'There is no space left for pictures.', mayBeStored: false },
  )

const DOWN = 'Pictures cannot be stored or read at the moment. Please try again in a moment.'

export const storageDown = (cause: unknown, mayBeStored: boolean) =>
  new StorageError(503, DOWN, {
    cause,
    reason: 'The storage of pictures does not answer.',
    mayBeStored,
  })

/** The settings are wrong: trying again does not help. */
export class StorageRefused extends StorageError {
  constructor(reason: string) {
    super(503, DOWN, { reason, mayBeStored: false })
  }
}
