import { MEGABYTE } from '#shared/byte-sizes.ts'
import { ZIP_TEXT } from './zip-messages.ts'

/** A file in a ZIP archive. */
export type ZipEntry = {
  name: string
  /** 0 for stored, 8 for deflated. */
  method: number
  packedBytes: number
  bytes: number
  offset: number
}

const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
/** The end record, its longest comment and the locator of its larger form. */
const TAIL_BYTES = END_BYTES + 65_535 + 20
const TOO_LARGE_FOR_32_BITS = 0xffffffff
const LARGE_SIZES = 0x0001
const MAX_ENTRIES = 200_000
/** The directory is read as a whole; it has about 100 bytes for each file. */
const MAX_DIRECTORY_BYTES = 64 * MEGABYTE

export class BadZip extends Error {
  override readonly name = 'BadZip'
}

const readView = async (file: Blob, from: number, to: number) =>
  new DataView(await file.slice(from, to).arrayBuffer())

const large = (view: DataView, at: number): number => Number(view.getBigUint64(at, true))

/** Where the directory is, from the record at the end of the file. */
const findDirectory = async (file: Blob) => {
  const start = Math.max(0, file.size - TAIL_BYTES)
  const tail = await readView(file, start, file.size)
  let end = tail.byteLength - END_BYTES
  while (end >= 0 && tail.getUint32(end, true) !== END) end -= 1
  if (end < 0) throw new BadZip(ZIP_TEXT.noZip)
  const plain = { bytes: tail.getUint32(end + 12, true), offset: tail.getUint32(end + 16, true) }
  const locator = end - 20
  const isLarge = locator >= 0 && tail.getUint32(locator, true) === LOCATOR_64
  if (!isLarge) return plain
  const at = large(tail, locator + 8)
  const record = await readView(file, at, at + 56)
  if (record.byteLength < 56 || record.getUint32(0, true) !== END_64)
    throw new BadZip(ZIP_TEXT.damaged)
  return { bytes: large(record, 40), offset: large(record, 48) }
}

/** Sizes of more than 4 GB are in a field of their own. */
const largeSizes = (extra: DataView, entry: ZipEntry): ZipEntry => {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== LARGE_SIZES) continue
    const end = at + 4 + extra.getUint16(at + 2, true)
    let next = at + 4
    const take = (value: number) => {
      if (value !== TOO_LARGE_FOR_32_BITS || next + 8 > end) return value
      next += 8
      return large(extra, next - 8)
    }
    const bytes = take(entry.bytes)
    const packedBytes = take(entry.packedBytes)
    return { ...entry, bytes, packedBytes, offset: take(entry.offset) }
  }
  return entry
}

/** The files of an archive. Only its directory, at the end, is read: an archive may be very large. */
export const zipEntries = async (file: Blob): Promise<ZipEntry[]> => {
  const directory = await findDirectory(file)
  if (directory.bytes > MAX_DIRECTORY_BYTES) throw new BadZip(ZIP_TEXT.tooManyFiles)
  const view = await readView(file, directory.offset, directory.offset + directory.bytes)
  const entries: ZipEntry[] = []
  for (let at = 0; at + 46 <= view.byteLength && entries.length < MAX_ENTRIES;) {
    if (view.getUint32(at, true) !== ENTRY) throw new BadZip(ZIP_TEXT.damaged)
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) =>
      view.getUint16(at + place, true),
    ) as [number, number, number]
    const from = view.byteOffset + at + 46
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, from, nameBytes))
    const entry = {
      name,
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    }
    entries.push(largeSizes(new DataView(view.buffer, from + nameBytes, extraBytes), entry))
    at += 46 + nameBytes + extraBytes + commentBytes
  }
  return entries
}

/** The content of a file. Throws if it is larger than the directory says. */
export const readEntry = async (file: Blob, entry: ZipEntry): Promise<Uint8Array<ArrayBuffer>> => {
  const head = await readView(file, entry.offset, entry.offset + 30)
  if (head.byteLength < 30 || head.getUint32(0, true) !== LOCAL) throw new BadZip(ZIP_TEXT.damaged)
  const start = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true)
  const packed = file.slice(start, start + entry.packedBytes)
  if (entry.method === 0) return new Uint8Array(await packed.arrayBuffer())
  if (entry.method !== 8) throw new BadZip(ZIP_TEXT.unknownPacking)
  const content = new Uint8Array(entry.bytes)
  let length = 0
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const { value } = part
    if (length + value.byteLength > entry.bytes) {
      await reader.cancel()
      throw new BadZip(ZIP_TEXT.largerThanStated)
    }
    content.set(value, length)
    length += value.byteLength
  }
  return content.subarray(0, length)
}
