import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** Above the usual 4, because replies are sent often; not more, because the first visitor waits. */
const BROTLI_QUALITY = 5
/** Below this, compression saves next to nothing. */
const MIN_COMPRESSED_BYTES = 1_000

type Packed = { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> }

/** A reply in every encoding, compressed once. */
export type KeptReply = {
  etag: string
  plain: Packed
  gzip: Packed
  br: Packed
  notModified: Record<string, string>
}

const bytesOf = ({ plain, gzip, br }: KeptReply): number =>
  plain.body.length + gzip.body.length + br.body.length

export const packReply = async (
  body: string | Buffer,
  headers: Record<string, string>,
  quality = BROTLI_QUALITY,
): Promise<KeptReply> => {
  const plain = new Uint8Array(typeof body === 'string' ? Buffer.from(body) : body)
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  const common = { ...headers, etag, vary: 'Accept-Encoding' }
  const pack = async (encoding: 'gzip' | 'br'): Promise<Packed> => {
    if (plain.length < MIN_COMPRESSED_BYTES) return kept
    const packed = await (encoding === 'br'
      ? compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
      : compressGzip(plain))
    return {
      body: new Uint8Array(packed),
      headers: {
        ...common,
        'content-encoding': encoding,
        'content-length': String(packed.length),
      },
    }
  }
  const kept = { body: plain, headers: { ...common, 'content-length': String(plain.length) } }
  const [packedGzip, packedBr] = await Promise.all([pack('gzip'), pack('br')])
  return { etag, plain: kept, gzip: packedGzip, br: packedBr, notModified: common }
}

/** The request headers that decide in which form a reply is sent. */
export type Wanted = { acceptEncoding: string | undefined; ifNoneMatch: string | undefined }

export const sendKept = (
  reply: KeptReply,
  { acceptEncoding, ifNoneMatch }: Wanted,
  status = 200,
): Response => {
  if (status === 200 && ifNoneMatch?.includes(reply.etag.slice(2)))
    return new Response(null, { status: 304, headers: reply.notModified })
  const encodings = acceptEncoding ?? ''
  const { body, headers } = encodings.includes('br')
    ? reply.br
    : encodings.includes('gzip')
      ? reply.gzip
      : reply.plain
  return new Response(body, { status, headers })
}

/** Keeps replies for `lifeMs`, at most `maxBytes` in all; the least recently used goes first. */
export const createReplyCache = (lifeMs: number, maxBytes: number) => {
  const entries = new Map<string, { reply: KeptReply; endsAt: number; bytes: number }>()
  let total = 0
  let generation = 0
  const remove = (key: string) => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  return {
    get(key: string): KeptReply | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (entry.endsAt < Date.now()) {
        remove(key)
        return undefined
      }
      entries.delete(key)
      entries.set(key, entry)
      return entry.reply
    },
    /** `madeIn` is the generation in which the reply was made; after a clear() it is not kept. */
    put(key: string, reply: KeptReply, madeIn: number) {
      const bytes = bytesOf(reply) + key.length * 2
      if (madeIn !== generation || bytes > maxBytes) return
      remove(key)
      entries.set(key, { reply, endsAt: Date.now() + lifeMs, bytes })
      total += bytes
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) break
        remove(oldest)
      }
    },
    generation: () => generation,
    clear() {
      entries.clear()
      total = 0
      generation += 1
    },
  }
}
export type ReplyCache = ReturnType<typeof createReplyCache>
