import { AwsClient } from 'aws4fetch'
import { assertStorageKey, contentTypeOf, type Storage } from './storage.ts'

export type S3Settings = {
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

const REQUEST_TIMEOUT_MS = 30_000
const RETRIES = 3

/** Files in an S3 bucket, which several servers can share. */
export const createS3Storage = (settings: S3Settings): Storage => {
  const { bucket, prefix, endpoint, region } = settings
  const client = new AwsClient({ ...settings, service: 's3', retries: RETRIES })
  const base = endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`
  const fullKey = (key: string) => (prefix ? `${prefix}/${key}` : key)
  const urlOf = (key: string) => `${base}/${fullKey(assertStorageKey(key))}`

  const send = async (url: string, init: RequestInit = {}) => {
    const response = await client.fetch(url, {
      ...init,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    if (response.ok || response.status === 404) return response
    throw new Error(`S3 answered ${init.method ?? 'GET'} with ${response.status}`)
  }

  const found = async (url: string, init?: RequestInit) => {
    const response = await send(url, init)
    if (response.ok) return response
    await response.body?.cancel()
    return null
  }

  return {
    async put(key, body, contentType) {
      const stored = await found(urlOf(key), {
        method: 'PUT',
        body: new Uint8Array(body),
        headers: { 'content-type': contentType },
      })
      if (!stored) throw new Error('The S3 bucket does not exist')
    },
    async get(key) {
      const response = await found(urlOf(key))
      if (!response) return null
      return { body: Buffer.from(await response.arrayBuffer()), contentType: contentTypeOf(key) }
    },
    async delete(key) {
      await found(urlOf(key), { method: 'DELETE' })
    },
    async *list(keyPrefix): AsyncGenerator<string> {
      let token: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: fullKey(keyPrefix) })
        if (token) query.set('continuation-token', token)
        const response = await found(`${base}/?${query.toString()}`)
        if (!response) return
        const page = parseListing(await response.text())
        for (const key of page.keys) yield prefix ? key.slice(prefix.length + 1) : key
        token = page.next
      } while (token)
    },
  }
}

/** Our keys contain nothing that XML escapes, so the listing needs no parser. */
const parseListing = (xml: string) => ({
  keys: Array.from(xml.matchAll(/<Key>(.*?)<\/Key>/gs), ([, key = '']) => key),
  next: /<NextContinuationToken>(.*?)<\/NextContinuationToken>/s.exec(xml)?.[1],
})

/** From `s3://bucket/prefix` and the usual AWS variables. */
export const s3SettingsFrom = (
  storageUrl: string,
  endpoint: string | undefined,
  env: Record<string, string | undefined>,
): S3Settings => {
  const { hostname, pathname } = new URL(storageUrl)
  const accessKeyId = env['AWS_ACCESS_KEY_ID']
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY']
  if (!accessKeyId || !secretAccessKey)
    throw new Error('STORAGE_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
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
