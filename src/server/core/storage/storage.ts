import { AppError } from '#server/core/http/errors.ts'

/** Stored files are served at `/media/<key>`. */
export const MEDIA_PREFIX = '/media/'

export type StoredFile = { body: Buffer; contentType: string }

/** Files on disk or in S3, by key. Keys look like paths: `uploads/ab12.webp`. */
export type Storage = {
  /** Overwrites. Atomic: never stores half a file. */
  put(key: string, body: Buffer, contentType: string): Promise<void>
  get(key: string): Promise<StoredFile | null>
  /** Deleting a missing file is not an error. */
  delete(key: string): Promise<void>
  /** Every key that starts with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<string>
  /** Every file with its size, in no particular order. */
  sizes(): AsyncIterable<{ key: string; bytes: number }>
  /** Stores and deletes a file. Throws StorageError if that fails, StorageRefused if it always will. */
  check(): Promise<void>
  /** Deletes what interrupted writes left behind. */
  sweep(): Promise<void>
}

export const PROBE_FOLDER = 'checks/'

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i
const MAX_KEY_LENGTH = 500

/** Plain segments only: nothing that escapes the folder, hides a file or is special in a shell or URL. */
export const isStorageKey = (key: string): boolean => key.length <= MAX_KEY_LENGTH && KEY.test(key)

/** The key of one of our own files, from its path or full address; null for others. */
export const parseStorageKey = (url: string, publicUrl: string | null): string | null => {
  const path = publicUrl && url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url
  if (!path.startsWith(MEDIA_PREFIX)) return null
  try {
    const key = decodeURIComponent(path.slice(MEDIA_PREFIX.length).replace(/#.*$/, ''))
    return isStorageKey(key) ? key : null
  } catch {
    // Malformed percent-encoding.
    return null
  }
}

export const assertStorageKey = (key: string): string => {
  if (!isStorageKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
  return key
}

const CONTENT_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  json: 'application/json',
}

/** By file extension; unknown types are downloaded, never displayed. */
export const getContentType = (key: string): string =>
  CONTENT_TYPES[key.slice(key.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'

const RETRY_AFTER_SECONDS = 10

type StorageErrorOptions = {
  cause?: unknown
  /** For operators, without addresses or credentials. */
  reason: string
  /** Whether the file may have been stored anyway, as after a lost reply. */
  mayBeStored: boolean
}

/** Files cannot be stored or read at the moment. */
export class StorageError extends AppError {
  override readonly name = 'StorageError'
  readonly reason: string
  readonly mayBeStored: boolean

  constructor(
    status: 503 | 507,
    message: string,
    { cause, reason, mayBeStored }: StorageErrorOptions,
  ) {
    super(
      status,
      message,
      status === 503 ? { cause, retryAfterSeconds: RETRY_AFTER_SECONDS } : { cause },
    )
    this.reason = reason
    this.mayBeStored = mayBeStored
  }
}

export const storageFullError = (cause: unknown) =>
  new StorageError(
    507,
    'There is no space left to store pictures, so yours was not saved. Please try again later.',
    { cause, reason: 'There is no space left for pictures.', mayBeStored: false },
  )

const STORAGE_DOWN =
  'Pictures cannot be stored or read at the moment. Please try again in a moment.'

export const storageDownError = (cause: unknown, mayBeStored: boolean) =>
  new StorageError(503, STORAGE_DOWN, {
    cause,
    reason: 'The storage of pictures does not answer.',
    mayBeStored,
  })

/** The settings are wrong, so retrying does not help. */
export class StorageRefused extends StorageError {
  constructor(reason: string) {
    super(503, STORAGE_DOWN, { reason, mayBeStored: false })
  }
}
