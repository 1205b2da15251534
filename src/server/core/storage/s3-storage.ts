import { AwsClient } from 'aws4fetch'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { fetchWithTimeout } from '#server/core/concurrency/timeouts.ts'
import { SettingsError } from '#server/core/env.ts'
import { getErrorCode } from '#server/core/http/errors.ts'
import {
  assertStorageKey,
  getContentType,
  PROBE_FOLDER,
  type Storage,
  storageDownError,
  StorageRefused,
} from './storage.ts'

type S3Options = {
  bucket: string
  /** Without slashes at either end; '' for the whole bucket. */
  prefix: string
  /** Null for AWS; other endpoints use path-style addresses. */
  endpoint: string | null
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

const ATTEMPT_TIMEOUT_MS = 5_000
/** Waits before the second and third attempt, plus a random delay of up to the same length. */
const BACKOFF_MS = [200, 800]
/** The request was not sent, so nothing was stored. */
const NEVER_SENT_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

const wasNeverSent = (error: unknown) =>
  error instanceof Error && NEVER_SENT_CODES.has(getErrorCode(error.cause))

class RetryableError extends Error {
  readonly mayBeStored: boolean
  constructor(cause: unknown, mayBeStored: boolean) {
    super('An attempt failed', { cause })
    this.mayBeStored = mayBeStored
  }
}

/**
 * Null if the file does not exist. With 503 and 429 S3 has not stored anything; after other errors it
 * may have.
 */
const readReply = async (response: Response): Promise<Buffer | null> => {
  const { status, ok } = response
  if (ok) return Buffer.from(await response.arrayBuffer())
  await response.body?.cancel()
  if (status === 404) return null
  if (status === 503 || status === 429) throw new RetryableError(`Status ${status}`, false)
  if (status >= 500) throw new RetryableError(`Status ${status}`, true)
  throw new StorageRefused(
    status === 401 || status === 403
      ? 'The storage refused the credentials, or they lack the rights to read, write, delete and list.'
      : `The storage answered with status ${status}.`,
  )
}

/** Files in an S3 bucket, which several servers can share. */
export const createS3Storage = (options: S3Options): Storage => {
  const { bucket, prefix, endpoint, region } = options
  const client = new AwsClient({ ...options, service: 's3', retries: 0 })
  const base = endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`
  const prefixKey = (key: string) => (prefix ? `${prefix}/${key}` : key)
  const buildUrl = (key: string) => `${base}/${prefixKey(assertStorageKey(key))}`

  const attempt = async (url: string, init: RequestInit) => {
    try {
      const signed = await client.sign(url, init)
      return await fetchWithTimeout({ ms: ATTEMPT_TIMEOUT_MS }, signed, {}, readReply)
    } catch (error) {
      if (error instanceof RetryableError || error instanceof StorageRefused) throw error
      throw new RetryableError(error, !wasNeverSent(error))
    }
  }

  const send = async (url: string, init: RequestInit = {}) => {
    let mayBeStored = false
    for (let attempts = 1; ; attempts += 1)
      try {
        return await attempt(url, init)
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error
        mayBeStored ||= error.mayBeStored
        const waitMs = BACKOFF_MS[attempts - 1]
        if (waitMs === undefined) throw storageDownError(error.cause, mayBeStored)
        await delay(waitMs * (1 + Math.random()))
      }
  }

  const put = async (key: string, body: Buffer, contentType: string) => {
    const stored = await send(buildUrl(key), {
      method: 'PUT',
      body: new Uint8Array(body),
      headers: { 'content-type': contentType },
    })
    if (!stored) throw new StorageRefused('The bucket does not exist.')
  }

  async function* listFiles(keyPrefix: string) {
    let token: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: prefixKey(keyPrefix) })
      if (token) query.set('continuation-token', token)
      const listing = await send(`${base}/?${query.toString()}`)
      if (!listing) return
      const page = parseListing(listing.toString())
      for (const { key, bytes } of page.files)
        yield { key: prefix ? key.slice(prefix.length + 1) : key, bytes }
      token = page.next
    } while (token)
  }

  return {
    put,
    async get(key) {
      const body = await send(buildUrl(key))
      return body && { body, contentType: getContentType(key) }
    },
    async delete(key) {
      await send(buildUrl(key), { method: 'DELETE' })
    },
    async *list(keyPrefix): AsyncGenerator<string> {
      for await (const { key } of listFiles(keyPrefix)) yield key
    },
    sizes: () => listFiles(''),
    async check() {
      const key = `${PROBE_FOLDER}${randomUUID()}`
      const url = buildUrl(key)
      await put(key, Buffer.from('Wearabouts checks that it can store files here.'), 'text/plain')
      await send(url, { method: 'DELETE' })
      // Without the right to list, S3 answers 403 instead of 404 for missing files.
      await send(url)
    },
    // S3 stores whole files or none.
    sweep: async () => undefined,
  }
}

/** Our keys contain nothing that XML escapes, so the listing needs no parser. */
const parseListing = (xml: string) => ({
  files: Array.from(xml.matchAll(/<Contents>(.*?)<\/Contents>/gs), ([, entry = '']) => ({
    key: /<Key>(.*?)<\/Key>/s.exec(entry)?.[1] ?? '',
    bytes: Number(/<Size>(\d+)<\/Size>/.exec(entry)?.[1] ?? 0),
  })),
  next: /<NextContinuationToken>(.*?)<\/NextContinuationToken>/s.exec(xml)?.[1],
})

/** From `s3://bucket/prefix` and the usual AWS variables. */
export const readS3Options = (
  storageUrl: string,
  endpoint: string | undefined,
  env: Record<string, string | undefined>,
): S3Options => {
  const { hostname, pathname } = new URL(storageUrl)
  const accessKeyId = env['AWS_ACCESS_KEY_ID']
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY']
  if (!accessKeyId || !secretAccessKey)
    throw new SettingsError('STORAGE_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  const sessionToken = env['AWS_SESSION_TOKEN']
  return {
    bucket: hostname,
    prefix: pathname.replaceAll(/^\/+|\/+$/g, ''),
    endpoint: endpoint ?? null,
    region: env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
    ...(sessionToken ? { sessionToken } : {}),
  }
}
