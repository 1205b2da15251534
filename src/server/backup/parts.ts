import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Storage } from '#server/core/storage/storage.ts'
import { BackupError, type Part, sha256 } from './manifest.ts'

const compress = promisify(gzip)
const expand = promisify(gunzip)

/** What is held in memory at once. A table is as many parts as it needs. */
export const PART_BYTES = 8 * 1024 * 1024
/** A part is never larger than this, so that a forged one cannot fill the memory. */
const MAX_EXPANDED_BYTES = 4 * PART_BYTES
const TYPE = 'application/octet-stream'

export const putPart = async (storage: Storage, key: string, body: Buffer): Promise<Part> => {
  await storage.put(key, body, TYPE)
  return { key, sha256: sha256(body), bytes: body.length }
}

export const getPart = async (storage: Storage, part: Part): Promise<Buffer> => {
  const found = await storage.get(part.key)
  if (!found) throw new BackupError(`The backup is incomplete: ${part.key} is missing`)
  if (found.body.length !== part.bytes || sha256(found.body) !== part.sha256)
    throw new BackupError(`The backup is damaged: ${part.key} is not what was written`)
  return found.body
}

/** Stores a stream as compressed parts `KEY.00001.gz` and so on. */
export const putStream = async (
  storage: Storage,
  key: string,
  stream: Readable,
  partBytes: number,
): Promise<Part[]> => {
  const parts: Part[] = []
  let waiting: Buffer[] = []
  let bytes = 0
  const flush = async () => {
    if (bytes === 0) return
    const number = String(parts.length + 1).padStart(5, '0')
    const body = await compress(Buffer.concat(waiting))
    waiting = []
    bytes = 0
    parts.push(await putPart(storage, `${key}.${number}.gz`, body))
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes >= partBytes) await flush()
  }
  await flush()
  return parts
}

export async function* readParts(
  storage: Storage,
  parts: readonly Part[],
): AsyncGenerator<Buffer, void, undefined> {
  for (const part of parts)
    yield await expand(await getPart(storage, part), { maxOutputLength: MAX_EXPANDED_BYTES })
}
