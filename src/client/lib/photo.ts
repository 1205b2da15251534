import { UPLOAD } from '#shared/constants.ts'
import { PHOTO_PREPARATION } from '#shared/finder-constants.ts'
import type { Box, Size } from '#shared/domain/box.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { rotateSize } from '#shared/vision/scale.ts'

/** Decodes and scales a photo in the browser, before it is sent. */

/** A file cannot be scanned, for the reason in its message, which the user sees. */
export class PhotoProblem extends Error {}

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** Checks the bytes, because operating systems disagree on the type of HEIC files. */
export const isHeic = (head: Uint8Array): boolean => {
  const text = String.fromCharCode(...head.subarray(4, 12))
  return text.startsWith('ftyp') && HEIC_BRANDS.has(text.slice(4))
}

/** The size to upload: the server would shrink a larger photo anyway. */
export const computeSizeToSend = ({ width, height }: Size): Size => {
  const scale = Math.min(1, UPLOAD.maxSidePx / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** Also works in a worker, which has no document. */
export const decodePhoto = async (file: Blob): Promise<ImageBitmap> => {
  try {
    const isWebp = (await file.slice(8, 12).text()) === 'WEBP'
    const orientation = isWebp ? await readExifOrientation(file) : 1
    if (orientation === 1) return await createImageBitmap(file, { imageOrientation: 'from-image' })
    return await rotateBitmapUpright(
      await createImageBitmap(file, { imageOrientation: 'none' }),
      orientation,
    )
  } catch (cause) {
    const head = new Uint8Array(await file.slice(0, 12).arrayBuffer())
    if (isHeic(head)) throw new PhotoProblem(FINDER_TEXT.heicNotReadable, { cause })
    const isImage = file.type.startsWith('image/')
    throw new PhotoProblem(isImage ? FINDER_TEXT.damagedPicture : FINDER_TEXT.notAPicture, {
      cause,
    })
  }
}

export const drawJpeg = async (
  source: CanvasImageSource,
  { x, y, width, height }: Box,
  size: Size,
): Promise<Blob> => {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (context) {
    // A JPEG has no transparency: a cut-out garment would get a black background.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, size.width, size.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(source, x, y, width, height, 0, 0, size.width, size.height)
  }
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', PHOTO_PREPARATION.jpegQuality)
  })
  if (!context || !blob) throw new PhotoProblem(FINDER_TEXT.damagedPicture)
  return blob
}

/** The photo as it is uploaded: an upright JPEG of limited size, without metadata. */
export const preparePhoto = async (file: Blob): Promise<Size & { blob: Blob }> => {
  const bitmap = await decodePhoto(file)
  try {
    const size = computeSizeToSend(bitmap)
    const whole = { x: 0, y: 0, width: bitmap.width, height: bitmap.height }
    return { blob: await drawJpeg(bitmap, whole, size), ...size }
  } finally {
    bitmap.close()
  }
}

/** Reads the orientation of a picture from its EXIF data, and turns pictures accordingly. */

const ORIENTATION_TAG = 0x0112
const ENTRY_BYTES = 12

const readTextAt = (view: DataView, at: number, length: number) =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length))

/** Reads EXIF data, which have the format of TIFF files, sometimes after the name 'Exif'. */
const readOrientation = (exif: DataView): number => {
  const start = readTextAt(exif, 0, 4) === 'Exif' ? 6 : 0
  const isLittle = readTextAt(exif, start, 2) === 'II'
  const directory = start + exif.getUint32(start + 4, isLittle)
  const entries = exif.getUint16(directory, isLittle)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * ENTRY_BYTES
    if (exif.getUint16(at, isLittle) === ORIENTATION_TAG) return exif.getUint16(at + 8, isLittle)
  }
  return 1
}

const findWebpExif = (view: DataView): DataView | null => {
  for (let at = 12; at + 8 <= view.byteLength;) {
    const length = view.getUint32(at + 4, true)
    if (readTextAt(view, at, 4) === 'EXIF') return new DataView(view.buffer, at + 8, length)
    at += 8 + length + (length % 2)
  }
  return null
}

const APP1 = 0xffe1
const FIRST_SEGMENT = 0xffc0

const findJpegExif = (view: DataView): DataView | null => {
  for (let at = 2; at + 10 <= view.byteLength && view.getUint16(at) >= FIRST_SEGMENT;) {
    const length = view.getUint16(at + 2)
    if (view.getUint16(at) === APP1 && readTextAt(view, at + 4, 4) === 'Exif')
      return new DataView(view.buffer, at + 4, length - 2)
    at += 2 + length
  }
  return null
}

/** The EXIF data of a JPEG, at most 64 kB, are near its start. */
const JPEG_START = 131_072

/** 1 to 8; 1 for other formats, and if the data cannot be read. */
export const readExifOrientation = async (file: Blob): Promise<number> => {
  const isWebp = (await file.slice(8, 12).text()) === 'WEBP'
  const view = new DataView(await (isWebp ? file : file.slice(0, JPEG_START)).arrayBuffer())
  try {
    const exif = isWebp ? findWebpExif(view) : view.getUint16(0) === 0xffd8 && findJpegExif(view)
    const orientation = exif ? readOrientation(exif) : 1
    return orientation in TURNS ? orientation : 1
  } catch {
    // The file is damaged, which decoding it will report.
    return 1
  }
}

type Turn = (width: number, height: number) => DOMMatrix2DInit

const createMatrix = (a: number, b: number, c: number, d: number, e: number, f: number) => {
  return { a, b, c, d, e, f }
}

const TURNS: Readonly<Record<number, Turn>> = {
  2: (width) => createMatrix(-1, 0, 0, 1, width, 0),
  3: (width, height) => createMatrix(-1, 0, 0, -1, width, height),
  4: (_, height) => createMatrix(1, 0, 0, -1, 0, height),
  5: () => createMatrix(0, 1, 1, 0, 0, 0),
  6: (_, height) => createMatrix(0, 1, -1, 0, height, 0),
  7: (width, height) => createMatrix(0, -1, -1, 0, height, width),
  8: (width) => createMatrix(0, -1, 1, 0, 0, width),
}

/** The matrix from an upright picture to the picture in the file, which has this size. */
export const createInverseRotation = (orientation: number, { width, height }: Size): DOMMatrix =>
  DOMMatrix.fromMatrix(TURNS[orientation]?.(width, height)).inverse()

/** Turns a picture upright. Browsers ignore the EXIF data of some WebP files, but the server does not. */
const rotateBitmapUpright = async (
  bitmap: ImageBitmap,
  orientation: number,
): Promise<ImageBitmap> => {
  const turn = TURNS[orientation]
  if (!turn) return bitmap
  const { width, height } = bitmap
  const size = rotateSize({ width, height }, orientation)
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return bitmap
  context.setTransform(turn(width, height))
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return createImageBitmap(canvas)
}
