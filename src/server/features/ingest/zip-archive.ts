import { MEGABYTE } from '#shared/byte-sizes.ts'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { BrokenFeedError } from './feed-item.ts'
import { FEED_TEXT } from './feed-messages.ts'

type ZipEntry = {
  name: string
  bytes: () => AsyncIterable<Uint8Array>
}

/** The end record with the longest comment. */
const END_BYTES = 22 + 65_535
const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const LOCAL_BYTES = 30
const MAX_DIRECTORY_BYTES = 16 * MEGABYTE
const MAX_ENTRIES = 10_000
/** Sizes of this value are stored elsewhere, in archives of more than 4 GB. */
const ZIP64 = 0xffffffff

/**
 * The files of an archive, by its directory, without folders and what systems add. `bytes` unpacks a file as
 * it is read; the caller limits how much.
 */
export const readZipEntries = async (path: string): Promise<ZipEntry[]> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const end = await readAt(file, Math.max(0, size - END_BYTES), Math.min(size, END_BYTES))
    const endAt = end.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
    if (endAt < 0 || endAt + 22 > end.length || end.readUInt32LE(endAt) !== END_SIGNATURE)
      throw new BrokenFeedError(FEED_TEXT.damagedZip)
    const [count, bytes, start] = [
      end.readUInt16LE(endAt + 10),
      end.readUInt32LE(endAt + 12),
      end.readUInt32LE(endAt + 16),
    ]
    if (start === ZIP64) throw new BrokenFeedError(FEED_TEXT.hugeZip)
    if (count > MAX_ENTRIES || bytes > MAX_DIRECTORY_BYTES)
      throw new BrokenFeedError(FEED_TEXT.filesInZip)
    return entriesIn(await readAt(file, start, bytes), count)
      .filter(({ name }) => !/\/$|^__MACOSX\/|(?:^|\/)\./.test(name))
      .map((entry) => ({ name: entry.name, bytes: () => unpackEntry(path, entry) }))
  } finally {
    await file.close()
  }
}

const readAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  if (bytesRead < length) throw new BrokenFeedError(FEED_TEXT.damagedZip)
  return buffer
}

type DirectoryEntry = {
  name: string
  flags: number
  method: number
  packedBytes: number
  position: number
}

const entriesIn = (directory: Buffer, count: number): DirectoryEntry[] => {
  const entries: DirectoryEntry[] = []
  for (let at = 0; entries.length < count;) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY_SIGNATURE)
      throw new BrokenFeedError(FEED_TEXT.damagedZip)
    const nameBytes = directory.readUInt16LE(at + 28)
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameBytes),
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      packedBytes: directory.readUInt32LE(at + 20),
      position: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

const STORED = 0
const DEFLATED = 8

async function* unpackEntry(path: string, entry: DirectoryEntry): AsyncGenerator<Uint8Array> {
  if (entry.flags & 1) throw new BrokenFeedError(FEED_TEXT.lockedZip)
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw new BrokenFeedError(FEED_TEXT.zipMethod)
  const file = await open(path)
  let start: number
  try {
    const local = await readAt(file, entry.position, LOCAL_BYTES)
    if (local.readUInt32LE(0) !== LOCAL_SIGNATURE) throw new BrokenFeedError(FEED_TEXT.damagedZip)
    start = entry.position + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28)
  } finally {
    await file.close()
  }
  if (entry.packedBytes === 0) return
  const packed = createReadStream(path, { start, end: start + entry.packedBytes - 1 })
  if (entry.method === STORED) {
    yield* packed as AsyncIterable<Uint8Array>
    return
  }
  const inflate = createInflateRaw()
  // The error also ends the iteration below.
  pipeline(packed, inflate, () => undefined)
  try {
    yield* inflate as AsyncIterable<Uint8Array>
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code?.startsWith('Z_'))
      throw new BrokenFeedError(FEED_TEXT.damagedZip, { cause })
    throw cause
  } finally {
    inflate.destroy()
    packed.destroy()
  }
}
