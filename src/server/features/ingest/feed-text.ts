import { once } from 'node:events'
import { createGunzip } from 'node:zlib'
import { BrokenFeedError } from './feed-item.ts'

type Bytes = AsyncIterable<Uint8Array>

const NEWLINE = 0x0a
/** A feed without line breaks is cut here, so that it is never buffered as a whole. */
const MAX_LINE_BYTES = 4 * 1024 * 1024
/** The XML declaration with its encoding lies well within this. */
const OPENING_BYTES = 1024

/** Unpacks and decodes a feed, limited to `maxBytes` after unpacking. */
export async function* feedText(
  input: Bytes,
  { maxBytes, charset }: { maxBytes: number; charset?: string | undefined },
): AsyncGenerator<string> {
  const [opening, all] = await withFirstBytes(limitBytes(await unpack(input), maxBytes))
  const decoder = wideDecoder(opening)
  if (decoder) {
    for await (const bytes of all) yield decoder.decode(bytes, { stream: true })
    yield decoder.decode()
    return
  }
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w.:-]+)["']/.exec(
    Buffer.from(opening).toString('latin1').replace('\u00ef\u00bb\u00bf', ''),
  )?.[1]
  yield* decodeLines(all, singleByteDecoder(declared ?? charset))
}

/** Decodes line by line, so that a byte that is not UTF-8 affects only its line. */
async function* decodeLines(input: Bytes, fallback: Decode): AsyncGenerator<string> {
  let incomplete: Uint8Array[] = []
  let incompleteBytes = 0
  let isFirst = true
  const decode = (bytes: Buffer) => {
    const text = decodeText(bytes, fallback)
    const clean = isFirst ? text.replace(/^\uFEFF/, '') : text
    isFirst = false
    return clean
  }
  for await (const bytes of input) {
    const end = bytes.lastIndexOf(NEWLINE) + 1
    const isTooLong = end === 0 && incompleteBytes + bytes.length > MAX_LINE_BYTES
    const cut = isTooLong ? bytes.length : end
    if (cut > 0) {
      yield decode(Buffer.concat([...incomplete, bytes.subarray(0, cut)]))
      incomplete = []
      incompleteBytes = 0
    }
    if (cut === bytes.length) continue
    incomplete.push(bytes.subarray(cut))
    incompleteBytes += bytes.length - cut
  }
  if (incompleteBytes > 0) yield decode(Buffer.concat(incomplete))
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const decodeText = (bytes: Buffer, fallback: Decode): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    const lines: string[] = []
    for (let start = 0; start < bytes.length;) {
      const end = bytes.indexOf(NEWLINE, start)
      const line = bytes.subarray(start, end < 0 ? bytes.length : end + 1)
      lines.push(decodeLine(line, fallback))
      start += line.length
    }
    return lines.join('')
  }
}

const decodeLine = (line: Buffer, fallback: Decode): string => {
  try {
    return utf8.decode(line)
  } catch {
    return fallback(line)
  }
}

/** The characters of windows-1252 in place of Latin-1's control characters. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

type Decode = (bytes: Buffer) => string

/** Feeds that claim to be UTF-8 but are not are nearly always windows-1252. */
const singleByteDecoder = (name: string | undefined): Decode => {
  // Node decodes windows-1252 as Latin-1, in some versions even with TextDecoder.
  if (
    name === undefined ||
    /^(?:utf-?8|windows-1252|cp1252|iso-8859-1|latin-?1|us-ascii)$/i.test(name)
  )
    return (bytes) =>
      bytes
        .toString('latin1')
        .replaceAll(/[\u0080-\u009f]/g, (char) => WINDOWS_1252.charAt(char.charCodeAt(0) - 0x80))
  try {
    const decoder = new TextDecoder(name)
    return (bytes) => decoder.decode(bytes)
  } catch {
    throw new BrokenFeedError(`The feed is written in an unknown encoding, ${name}`)
  }
}

const wideDecoder = (opening: Uint8Array): TextDecoder | null => {
  const [first, second] = opening
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  return null
}

const unpack = async (input: Bytes): Promise<Bytes> => {
  const [opening, all] = await withFirstBytes(input)
  const [first, second] = opening
  if (first === 0x50 && second === 0x4b)
    throw new BrokenFeedError(
      'The feed is a ZIP archive; only plain and gzipped files are supported',
    )
  if (first !== 0x1f || second !== 0x8b) return all
  return gunzipStream(all)
}

async function* gunzipStream(input: Bytes): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const pump = async () => {
    for await (const bytes of input) if (!gunzip.write(bytes)) await once(gunzip, 'drain')
    gunzip.end()
  }
  pump().catch((error: unknown) => gunzip.destroy(error instanceof Error ? error : undefined))
  try {
    yield* gunzip as AsyncIterable<Uint8Array>
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code?.startsWith('Z_'))
      throw new BrokenFeedError('The feed is a damaged or truncated gzip file', { cause })
    throw cause
  } finally {
    gunzip.destroy()
  }
}

async function* limitBytes(input: Bytes, maxBytes: number): AsyncGenerator<Uint8Array> {
  let received = 0
  for await (const bytes of input) {
    received += bytes.length
    if (received > maxBytes)
      throw new BrokenFeedError(`The feed is larger than ${Math.round(maxBytes / 1024 / 1024)} MB`)
    yield bytes
  }
}

const withFirstBytes = async (input: Bytes): Promise<[Uint8Array, Bytes]> => {
  const [opening, all] = await withOpening(
    input,
    (read) => read.reduce((sum, { length }) => sum + length, 0) >= OPENING_BYTES,
  )
  return [Buffer.concat(opening).subarray(0, OPENING_BYTES), all]
}

/** The first pieces of a stream, until `isEnough`, and the whole stream including them. */
export const withOpening = async <T>(
  input: AsyncIterable<T>,
  isEnough: (opening: readonly T[]) => boolean,
): Promise<[T[], AsyncIterable<T>]> => {
  const iterator = input[Symbol.asyncIterator]()
  const opening: T[] = []
  let isDone = false
  while (!isDone && !isEnough(opening)) {
    const next = await iterator.next()
    if (next.done) isDone = true
    else opening.push(next.value)
  }
  async function* all() {
    yield* opening
    if (!isDone) yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return [opening, all()]
}
