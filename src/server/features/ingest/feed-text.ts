import { MEGABYTE } from '#shared/byte-sizes.ts'
import { once } from 'node:events'
import { createGunzip } from 'node:zlib'
import { BrokenFeedError } from './feed-item.ts'
import { FEED_TEXT } from './feed-messages.ts'

type Bytes = AsyncIterable<Uint8Array>

const NEWLINE = 0x0a
/** A feed without line breaks is cut here, so that it is never buffered as a whole. */
const MAX_LINE_BYTES = 4 * MEGABYTE
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
  const name = declared ?? charset
  let guessed: Decode | null = null
  // Feeds that claim to be UTF-8 but are not say nothing about what they are.
  const fallback: Decode =
    name === undefined || /^utf-?8$/i.test(name)
      ? (bytes, context) => (guessed ??= singleByteDecoder(guessEncoding(context)))(bytes, context)
      : singleByteDecoder(name)
  yield* decodeLines(all, fallback)
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
      lines.push(decodeLine(line, bytes, fallback))
      start += line.length
    }
    return lines.join('')
  }
}

const decodeLine = (line: Buffer, context: Buffer, fallback: Decode): string => {
  try {
    return utf8.decode(line)
  } catch {
    return fallback(line, context)
  }
}

/** The characters of windows-1252 in place of Latin-1's control characters. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** `context`: the surrounding bytes, from which an encoding can be guessed. */
type Decode = (bytes: Buffer, context: Buffer) => string

const GUESSED_BYTES = 256 * 1024
/** š, ž and, within words, ł, ą, ľ, ż, ť and ź in windows-1250; rare or no letters in windows-1252. */
const CENTRAL = new Set([0x9a, 0x9e, 0x8a, 0x8e])
const CENTRAL_IN_WORDS = new Set([0xb3, 0xb9, 0xbe, 0xbf, 0x9d, 0x9f, 0x9c])
/** ő and ű, if none of the letters that accompany õ and û in Portuguese and French occurs. */
const HUNGARIAN = new Set([0xf5, 0xfb])
const WESTERN = new Set([0xe0, 0xe3, 0xe5, 0xe7, 0xf1, 0xea, 0xe8])

/** The single-byte encoding of a text in windows-1250, -1251 or -1252, by its letters. */
const guessEncoding = (bytes: Buffer): string => {
  let letters = 0
  let pairs = 0
  let central = 0
  let hungarian = 0
  let western = 0
  for (let at = 0; at < Math.min(bytes.length, GUESSED_BYTES); at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) continue
    if (byte >= 0xc0) letters += 1
    if (byte >= 0xc0 && (bytes[at + 1] ?? 0) >= 0xc0) pairs += 1
    if (CENTRAL.has(byte)) central += 1
    if (CENTRAL_IN_WORDS.has(byte) && isLetter(bytes[at + 1]) && isInWord(byte, bytes[at - 1]))
      central += 1
    if (HUNGARIAN.has(byte)) hungarian += 1
    if (WESTERN.has(byte)) western += 1
  }
  // Cyrillic words consist of such bytes, others have single ones.
  if (letters > 3 && pairs > letters / 2) return 'windows-1251'
  return central * 4 > western || hungarian > western ? 'windows-1250' : 'windows-1252'
}

const isLetter = (byte = 0): boolean =>
  byte >= 0xc0 || (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a)
/** The byte of ż is also the mark with which a Spanish question begins; inside a word it is a letter. */
const isInWord = (byte: number, before: number | undefined): boolean =>
  byte !== 0xbf || isLetter(before)

const singleByteDecoder = (name: string): Decode => {
  // Node decodes windows-1252 as Latin-1, in some versions even with TextDecoder.
  if (/^(?:windows-1252|cp1252|iso-8859-1|latin-?1|us-ascii)$/i.test(name))
    return (bytes) =>
      bytes
        .toString('latin1')
        .replaceAll(/[\u0080-\u009f]/g, (char) => WINDOWS_1252.charAt(char.charCodeAt(0) - 0x80))
  try {
    const decoder = new TextDecoder(name)
    return (bytes) => decoder.decode(bytes)
  } catch {
    throw new BrokenFeedError(FEED_TEXT.unknownEncoding(name))
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
  if (first === 0x50 && second === 0x4b) throw new BrokenFeedError(FEED_TEXT.zipInZip)
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
      throw new BrokenFeedError(FEED_TEXT.damagedGzip, { cause })
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
      throw new BrokenFeedError(FEED_TEXT.largerThan(Math.round(maxBytes / 1024 / 1024)))
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
