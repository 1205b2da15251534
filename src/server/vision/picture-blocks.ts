/**
 * Counts the frames, scans and metadata blocks of a picture by their lengths, without decoding anything.
 * Decoders hand a list or a warning for each block to the event loop, and go through the whole picture for
 * each scan of a progressive JPEG.
 */
export type BlockCount = { frames: number; blocks: number; scans: number }

type Walk = (view: DataView, limits: BlockCount) => BlockCount

const readWord = (view: DataView, at: number) =>
  at + 4 <= view.byteLength ? view.getUint32(at) : -1
const toWord = (name: string) =>
  Array.from(name).reduce((word, letter) => word * 256 + (letter.codePointAt(0) ?? 0), 0)

const isWithin = (count: BlockCount, limits: BlockCount) =>
  count.frames <= limits.frames && count.blocks <= limits.blocks && count.scans <= limits.scans

const PNG_DATA = toWord('IDAT')
const PNG_END = toWord('IEND')
/** Compressed text and colour profiles, which a decoder unpacks to a thousand times their length. */
const PNG_PACKED = new Set(['zTXt', 'iTXt', 'iCCP'].map(toWord))
const PACKED_WEIGHT = 400

/** Each chunk is its length, a name, its content and a checksum. */
const walkPng: Walk = (view, limits) => {
  const count = { frames: 1, blocks: 0, scans: 0 }
  for (let at = 8; at + 12 <= view.byteLength && isWithin(count, limits);) {
    const name = readWord(view, at + 4)
    if (name === PNG_END) break
    if (PNG_PACKED.has(name)) count.blocks += PACKED_WEIGHT
    else if (name !== PNG_DATA) count.blocks += 1
    at += 12 + readWord(view, at)
  }
  return count
}

const WEBP_FRAME = toWord('ANMF')

/** Each chunk is a name, its length and its content. */
const walkWebp: Walk = (view, limits) => {
  const count = { frames: 0, blocks: 0, scans: 0 }
  for (let at = 12; at + 8 <= view.byteLength && isWithin(count, limits);) {
    if (readWord(view, at) === WEBP_FRAME) count.frames += 1
    else count.blocks += 1
    const length = view.getUint32(at + 4, true)
    at += 8 + length + (length % 2)
  }
  return count
}

const GIF_FRAME = 0x2c
const GIF_EXTENSION = 0x21

/** Where the sub-blocks end: each begins with its length, and the last has none. */
const skipSubBlocks = (view: DataView, start: number): number => {
  let at = start
  while (at < view.byteLength) {
    const length = view.getUint8(at)
    at += 1 + length
    if (length === 0) break
  }
  return at
}

/** Three bytes for each colour. */
const countColorTableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

const walkGif: Walk = (view, limits) => {
  const count = { frames: 0, blocks: 0, scans: 0 }
  if (view.byteLength < 13) return count
  let at = 13 + countColorTableBytes(view.getUint8(10))
  // Extensions are skipped by the decoder and cost nothing.
  while (at + 10 < view.byteLength && isWithin(count, limits)) {
    const kind = view.getUint8(at)
    if (kind === GIF_FRAME) {
      count.frames += 1
      at = skipSubBlocks(view, at + 11 + countColorTableBytes(view.getUint8(at + 9)))
    } else if (kind === GIF_EXTENSION) at = skipSubBlocks(view, at + 2)
    else break
  }
  return count
}

const JPEG_SCAN = 0xda
const JPEG_END = 0xd9
/** Markers without a length: restarts, the start of the picture, and TEM. */
const isBareJpegMarker = (marker: number) => (marker >= 0xd0 && marker <= 0xd8) || marker <= 1

/** Where the next marker may begin. Decoders skip bytes between the segments, those of the picture included. */
const findJpegMarker = (bytes: Uint8Array, from: number) => {
  const at = bytes.indexOf(0xff, from)
  return at === -1 ? bytes.length : at
}

const walkJpeg = (bytes: Uint8Array, view: DataView, limits: BlockCount): BlockCount => {
  const count = { frames: 1, blocks: 0, scans: 0 }
  for (let at = 2; at + 4 <= view.byteLength && isWithin(count, limits);) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === 0xff) at = findJpegMarker(bytes, at + 1)
    else if (marker === JPEG_END) break
    else if (isBareJpegMarker(marker)) at += 2
    else {
      if (marker === JPEG_SCAN) count.scans += 1
      else count.blocks += 1
      at += 2 + Math.max(2, view.getUint16(at + 2))
    }
  }
  return count
}

const FORMATS: readonly (readonly [start: number, name: string, walk: Walk])[] = [
  [0, '\u0089PNG', walkPng],
  [8, 'WEBP', walkWebp],
  [0, 'GIF8', walkGif],
]
const JPEG_START = 0xff_d8

/** Stops counting beyond the limits. Zero for other formats. */
export const countPictureBlocks = (bytes: Uint8Array, limits: BlockCount): BlockCount => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength > 2 && view.getUint16(0) === JPEG_START) return walkJpeg(bytes, view, limits)
  const format = FORMATS.find(([start, name]) => readWord(view, start) === toWord(name))
  return format ? format[2](view, limits) : { frames: 0, blocks: 0, scans: 0 }
}
