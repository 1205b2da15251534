import sharp from 'sharp'
import { MEGABYTE } from '#shared/byte-sizes.ts'
import { UPLOAD } from '#shared/constants.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Size } from '#shared/domain/box.ts'
import { measureExif } from './exif-cost.ts'
import { countPictureBlocks } from './picture-blocks.ts'
import { computeLetterbox, LETTERBOX_GRAY, toWorkingRegions } from '#shared/vision/image-ops.ts'
import { type RawPicture, type PictureScaler, WORKING_SIDE } from '#shared/vision/picture.ts'
import { VISION_TEXT } from './vision-messages.ts'

const readAscii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to))

/** AVIF stills and sequences; other formats in the same container are refused. */
const AVIF_BRANDS = new Set(['avif', 'avis'])

/**
 * Detected from the bytes, never from a name or header. Vector formats must not reach the decoder:
 * an SVG can read files and expand without limit.
 */
const isRasterPicture = (bytes: Uint8Array): boolean => {
  const start = readAscii(bytes, 0, 12)
  return (
    start.startsWith('\u00FF\u00D8\u00FF') ||
    start.startsWith('\u0089PNG\r\n\u001A\n') ||
    start.startsWith('GIF87a') ||
    start.startsWith('GIF89a') ||
    (start.startsWith('RIFF') && start.endsWith('WEBP')) ||
    (start.slice(4, 8) === 'ftyp' && AVIF_BRANDS.has(start.slice(8)))
  )
}

/** Runs work on a picture of so many pixels when its turn comes. */
export type Decode = <T>(pixels: number, work: () => Promise<T>) => Promise<T>

/** For commands, which read one picture after another. */
export const decodeNow: Decode = (_, work) => work()

const pictureError = (status: 400 | 413 | 415 | 422, message: string, cause?: unknown) =>
  new AppError(status, message, { cause, code: 'bad-picture' })

const SMALLEST_SIDE = 16
const LIMITS = {
  /** An animation of half a minute. libwebp takes time that grows with the square of the frames. */
  frames: 1_000,
  /** Far more than any camera writes. A decoder may report a warning for each. */
  blocks: 2_000,
  /** Encoders write ten or so. A decoder needs 2 s for a scan of 40 megapixels, however short it is. */
  scans: 50,
}
/** Cameras write about a hundred entries, and 64 KB is all that a JPEG has room for. */
const EXIF_LIMITS = { entries: 1_500, bytes: 4 * MEGABYTE }
/** Decoding AVIF takes ten times as long as JPEG, and a small file may have millions of pixels. */
const MAX_AVIF_PIXELS = 16_000_000

/** Refuses, before a decoder sees it, what would keep one, or the event loop, busy for long. */
export const refuseCostlyMetadata = (bytes: Uint8Array) => {
  const { frames, blocks, scans } = countPictureBlocks(bytes, LIMITS)
  if (frames > LIMITS.frames) throw pictureError(413, VISION_TEXT.tooManyFrames(LIMITS.frames))
  if (blocks > LIMITS.blocks) throw pictureError(413, VISION_TEXT.tooManyBlocks(LIMITS.blocks))
  if (scans > LIMITS.scans) throw pictureError(413, VISION_TEXT.tooManySteps(LIMITS.scans))
  const exif = measureExif(bytes, EXIF_LIMITS)
  if (exif.entries > EXIF_LIMITS.entries || exif.bytes > EXIF_LIMITS.bytes)
    throw pictureError(413, VISION_TEXT.tooMuchExif)
}

export const damagedPictureError = (cause: unknown) => pictureError(422, VISION_TEXT.damaged, cause)

const readSize = async (bytes: Uint8Array): Promise<Size> => {
  refuseCostlyMetadata(bytes)
  const { width, height, orientation, format } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw damagedPictureError(cause)
    })
  const maxPixels = format === 'heif' ? MAX_AVIF_PIXELS : UPLOAD.maxPixels
  if (width * height > maxPixels)
    throw pictureError(413, VISION_TEXT.tooManyPixels(maxPixels / 1e6))
  if (Math.min(width, height) < SMALLEST_SIDE) throw pictureError(422, VISION_TEXT.tooSmall)
  const isSideways = (orientation ?? 1) >= 5
  return isSideways ? { width: height, height: width } : { width, height }
}

/** The size of a picture that may be decoded, or an error that says what is wrong with it. */
export const checkPicture = async (bytes: Uint8Array): Promise<Size> => {
  if (bytes.byteLength === 0) throw pictureError(400, VISION_TEXT.empty)
  if (bytes.byteLength > UPLOAD.maxBytes)
    throw pictureError(413, VISION_TEXT.tooLarge(UPLOAD.maxBytes / MEGABYTE))
  if (!isRasterPicture(bytes)) throw pictureError(415, VISION_TEXT.unknownType)
  return readSize(bytes)
}

const readWorkingPicture = async (bytes: Uint8Array): Promise<RawPicture['working']> => {
  try {
    const { data, info } = await sharp(bytes, {
      failOn: 'error',
      limitInputPixels: UPLOAD.maxPixels,
    })
      .autoOrient()
      .resize(WORKING_SIDE, WORKING_SIDE, {
        fit: 'inside',
        withoutEnlargement: true,
        // The models were trained with this kernel; Lanczos would make reading a sixth slower.
        kernel: 'linear',
        // Browsers cannot: all but large JPEG files are then the same to the last bit in both.
        fastShrinkOnLoad: false,
      })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    if (info.channels !== 3) throw new Error(`${info.channels} channels instead of 3`)
    return { pixels: data, size: { width: info.width, height: info.height } }
  } catch (cause) {
    throw damagedPictureError(cause)
  }
}

/** Decodes an upload once, or throws an error that says what is wrong with it. */
export const openPicture = async (
  bytes: Uint8Array,
  decode: Decode = decodeNow,
): Promise<RawPicture> => {
  const size = await checkPicture(bytes)
  return { size, working: await decode(size.width * size.height, () => readWorkingPicture(bytes)) }
}

const GRAY = { r: LETTERBOX_GRAY, g: LETTERBOX_GRAY, b: LETTERBOX_GRAY }

const openWorkingPicture = ({ working: { pixels, size } }: RawPicture) =>
  sharp(pixels, { raw: { ...size, channels: 3 } })

export const letterboxed: PictureScaler['letterboxed'] = async (picture, side) => {
  const frame = computeLetterbox(picture.size, side)
  const pixels = await openWorkingPicture(picture)
    .resize(frame.scaled.width, frame.scaled.height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  return { pixels: new Uint8Array(pixels), frame }
}

export const cutSquares: PictureScaler['cutSquares'] = async (picture, boxes, margin, side) => {
  const regions = toWorkingRegions(picture, boxes, margin)
  const squares = await Promise.all(
    regions.map((region) =>
      openWorkingPicture(picture)
        .extract(region)
        .resize(side, side, { fit: 'contain', background: GRAY, kernel: 'linear' })
        .raw()
        .toBuffer(),
    ),
  )
  const pixels = new Uint8Array(boxes.length * side * side * 3)
  squares.forEach((square, index) => pixels.set(square, index * side * side * 3))
  return {
    pixels,
    side,
    contentSizes: regions.map((region) => computeLetterbox(region, side).scaled),
  }
}
