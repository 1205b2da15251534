import sharp, { type OutputInfo } from 'sharp'
import { REMOTE_SEARCH, UPLOAD } from '#shared/constants.ts'
import { type Box, fromUnits } from '#shared/domain/box.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Crop } from './remote-search/remote-search.ts'
import { damaged, type Decode, openPicture } from '#server/vision/picture.ts'
import type { Picture } from '#shared/vision/picture.ts'

const LONGEST_SIDE_PX = 720
const QUALITIES = [85, 60, 40]
/** Larger than any upload we keep; bigger pictures come from the web or the API and would fill memory. */
const DECODED_SIDE_PX = 4_096

export type Photo = {
  /** The reduced copy that the models use. */
  picture: Picture
  /** A garment cut out at full resolution, without EXIF: all that may leave this server. */
  crop(bbox: Box): Promise<Crop>
}

type Upright = { data: Buffer; info: OutputInfo }

const decodeUpright = (bytes: Uint8Array): Promise<Upright> =>
  sharp(bytes, { failOn: 'error', limitInputPixels: UPLOAD.maxPixels })
    .autoOrient()
    .resize(DECODED_SIDE_PX, DECODED_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })

const cutCrop = async ({ data, info }: Upright, bbox: Box): Promise<Crop> => {
  const { width, height, channels } = info
  const box = fromUnits(bbox, { width, height })
  const left = Math.min(Math.max(0, Math.floor(box.x)), width - 1)
  const top = Math.min(Math.max(0, Math.floor(box.y)), height - 1)
  const region = {
    left,
    top,
    width: Math.max(1, Math.min(Math.ceil(box.width), width - left)),
    height: Math.max(1, Math.min(Math.ceil(box.height), height - top)),
  }
  for (const quality of QUALITIES) {
    // clone() would copy every pixel of the photo.
    const jpeg = await sharp(data, { raw: { width, height, channels } })
      .extract(region)
      .resize(LONGEST_SIDE_PX, LONGEST_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer()
    if (jpeg.length <= REMOTE_SEARCH.serpApiImageMaxBytes) return { jpeg }
  }
  throw new Error('A crop of 720 pixels is larger than half a megabyte')
}

export const sentPicture = async (file: File | undefined): Promise<Uint8Array> => {
  if (!file) throw new AppError(400, 'The picture is missing: send it as the field image.')
  return new Uint8Array(await file.arrayBuffer())
}

/**
 * Opens a photo once for a whole scan. The models get a reduced copy, which decodes much faster; the
 * full resolution is decoded once, for the first crop.
 */
export const openPhoto = async (bytes: Uint8Array, decode: Decode): Promise<Photo> => {
  const picture = await openPicture(bytes, decode)
  const { width, height } = picture.size
  let upright: Promise<Upright> | undefined
  return {
    picture,
    crop: async (bbox) => {
      try {
        upright ??= decode(width * height, () => decodeUpright(bytes))
        return await cutCrop(await upright, bbox)
      } catch (cause) {
        throw cause instanceof AppError ? cause : damaged(cause)
      }
    },
  }
}
