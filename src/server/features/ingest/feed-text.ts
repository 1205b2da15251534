import { once } from 'node:events'
import { createGunzip } from 'node:zlib'
import { FeedBroken } from './feed-item.ts'

type Bytes = AsyncIterable<Uint8Array>

const NEWLINE = 0x0a
/** A feed without line breaks is cut here, so that it never waits in memory as a whole. */
const LONGEST_LINE_BYTES = 4 * 1024 * 1024
/** An XML declaration and its encoding come well before this. */
const OPENING_BYTES = 1024

/** A feed's text, unpacked and decoded, limited to `maxBytes` once unpacked. */
export async function* feedText(
  input: Bytes,
  { maxBytes, charset }: { maxBytes: number; charset?: string | undefined },
): AsyncGenerator<string> {
  const [opening, all] = await withFirstBytes(limited(await unpacked(input), maxBytes))
  const decoder = wideDecoder(opening)
  if (decoder) {
    for await (const bytes of all) yield decoder.decode(bytes, { stream: true })
    yield decoder.decode()
    return
  }
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w.:-]+)["']/.exec(
    Buffer.from(opening).toString('latin1').replace('\u00ef\u00bb\u00bf', ''),
  )?.[1]
  yield* decodedLines(all, singleByteDecoder(declared ?? charset))
}

/** Splits bytes at line breaks: a byte that is not UTF-8 then spoils one line at most. */
async function* decodedLines(input: Bytes, fallback: Decode): AsyncGenerator<string> {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let isFirst = true
  const decode = (bytes: Buffer) => {
    const text = decodedText(bytes, fallback)
    const clean = isFirst ? text.replace(/^\uFEFF/, '') : text
    isFirst = false
    return clean
  }
  for await (const bytes of input) {
    const end = bytes.lastIndexOf(NEWLINE) + 1
    const isTooLong = end === 0 && waitingBytes + bytes.length > LONGEST_LINE_BYTES
    const cut = isTooLong ? bytes.length : end
    if (cut > 0) {
      yield decode(Buffer.concat([...waiting, bytes.subarray(0, cut)]))
      waiting = []
      waitingBytes = 0
    }
    if (cut === bytes.length) continue
    waiting.push(bytes.subarray(cut))
    waitingBytes += bytes.length - cut
  }
  if (waitingBytes > 0) yield decode(Buffer.concat(waiting))
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const decodedText = (bytes: Buffer, fallback: Decode): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    const lines: string[] = []
    for (let start = 0; start < bytes.length;) {
      const end = bytes.indexOf(NEWLINE, start)
      const line = bytes.subarray(start, end < 0 ? bytes.length : end + 1)
      lines.push(decodedLine(line, fallback))
      start += line.length
    }
    return lines.join('')
  }
}

const decodedLine = (line: Buffer, fallback: Decode): string => {
  try {
    return utf8.decode(line)
  } catch {
    return fallback(line)
  }
}

/** What Windows puts where Latin-1 has control characters. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

type Decode = (bytes: Buffer) => string

/** Feeds that claim UTF-8 and are not were nearly always written on a Western Windows machine. */
const singleByteDecoder = (name: string | undefined): Decode => {
  // Node decodes windows-1252 as if it were Latin-1, some versions with TextDecoder too.
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
    throw new FeedBroken(`The feed is written in an unknown encoding, ${name}`)
  }
}

const wideDecoder = (opening: Uint8Array): TextDecoder | null => {
  const [first, second] = opening
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  return null
}

const unpacked = async (input: Bytes): Promise<Bytes> => {
  const [opening, all] = await withFirstBytes(input)
  const [first, second] = opening
  if (first === 0x50 && second === 0x4b)
    throw new FeedBroken('The feed is a ZIP archive; plain files and gzip are understood')
  if (first !== 0x1f || second !== 0x8b) return all
  return gunzipped(all)
}

async function* gunzipped(input: Bytes): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const feed = async () => {
    for await (const bytes of input) if (!gunzip.write(bytes)) await once(gunzip, 'drain')
    gunzip.end()
  }
  feed().catch((error: unknown) => gunzip.destroy(error instanceof Error ? error : undefined))
  try {
    yield* gunzip as AsyncIterable<Uint8Array>
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code?.startsWith('Z_'))
      throw new FeedBroken('The feed is a damaged or truncated gzip file', { cause })
    throw cause
  } finally {
    gunzip.destroy()
  }
}

async function* limited(input: Bytes, maxBytes: number): AsyncGenerator<Uint8Array> {
  let received = 0
  for await (const bytes of input) {
    received += bytes.length
    if (received > maxBytes)
      throw new FeedBroken(`The feed is larger than ${Math.round(maxBytes / 1024 / 1024)} MB`)
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

/** The first pieces of a stream, as many as are `enough`, and the whole stream including them. */
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
