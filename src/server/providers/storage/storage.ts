/** Where stored files are reached over HTTP: `/media/<key>`. */
export const MEDIA_PREFIX = '/media/'

export type StoredFile = { body: Buffer; contentType: string }
export type StoredEntry = { key: string; bytes: number }

/** Pictures and other files, by key: on disk, or in S3. Keys look like paths: `uploads/ab12.webp`. */
export type Storage = {
  /** Replaces what was there. All of it or nothing is stored. */
  put(key: string, body: Buffer, contentType: string): Promise<void>
  get(key: string): Promise<StoredFile | null>
  has(key: string): Promise<boolean>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
  /** Every key that starts with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<StoredEntry>
}

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i
const MAX_KEY_LENGTH = 500

/** Only plain segments: nothing that leaves the folder, hides a file, or means something to a shell or URL. */
export const isStorageKey = (key: string): boolean => key.length <= MAX_KEY_LENGTH && KEY.test(key)

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

/** By the key's ending; what we do not know is only ever downloaded, never shown. */
export const contentTypeOf = (key: string): string =>
  CONTENT_TYPES[key.slice(key.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
