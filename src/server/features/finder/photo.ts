import sharp, { type OutputInfo } from 'sharp'
import { REMOTE_SEARCH, UPLOAD } from '#shared/constants.ts'
import { type Box, fromUnits, pixelRegion } from '#shared/domain/box.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Crop } from './remote-search/remote-search.ts'
import { damagedPicture, type Decode, openPicture } from '#server/vision/picture.ts'
import type { Picture } from '#shared/vision/picture.ts'

const LONGEST_SIDE_PX = 720
const QUALITIES = [85, 60, 40]
/** Larger than any stored upload. Pictures from the web or the API may be bigger and would fill the memory. */
const DECODED_SIDE_PX = 4_096

export type Photo = {
  /** The reduced copy that the models use. */
  picture: Picture
  /** A garment cut out at full resolution, without EXIF: all that may leave this server. */
  crop(bbox: Box): Promise<Crop>
}

type DecodedPhoto = { data: Buffer; info: OutputInfo }

const decodeUpright = (bytes: Uint8Array): Promise<DecodedPhoto> =>
  sharp(bytes, { failOn: 'error', limitInputPixels: UPLOAD.maxPixels })
    .autoOrient()
    .resize(DECODED_SIDE_PX, DECODED_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })

const cutCrop = async ({ data, info }: DecodedPhoto, bbox: Box): Promise<Crop> => {
  const { width, height, channels } = info
  const region = pixelRegion(fromUnits(bbox, { width, height }), { width, height })
  for (const quality of QUALITIES) {
    // A new sharp instance each time: clone() would copy every pixel of the photo.
    const jpeg = await sharp(data, { raw: { width, height, channels } })
      .extract(region)
      .resize(LONGEST_SIDE_PX, LONGEST_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer()
    if (jpeg.length <= REMOTE_SEARCH.serpApiImageMaxBytes) return { jpeg }
  }
  throw new Error('A crop of 720 pixels is larger than half a megabyte')
}

export const readUploadedPicture = async (file: File | undefined): Promise<Uint8Array> => {
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
  let decoded: Promise<DecodedPhoto> | undefined
  return {
    picture,
    crop: async (bbox) => {
      try {
        decoded ??= decode(width * height, () => decodeUpright(bytes))
        return await cutCrop(await decoded, bbox)
      } catch (cause) {
        throw cause instanceof AppError ? cause : damagedPicture(cause)
      }
    },
  }
}
