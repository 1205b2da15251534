import sharp from 'sharp'
import { UPLOAD } from '#shared/constants.ts'
import { checkPicture, damaged, type Decode } from '#server/vision/picture.ts'

const JPEG_QUALITY = 88

/**
 * The picture as we store it, re-encoded so that no metadata or hidden payload survives. An
 * animation keeps only its first frame.
 */
export const keptPicture = async (bytes: Uint8Array, decode: Decode): Promise<Buffer> => {
  const { width, height } = await checkPicture(bytes)
  return decode(width * height, () => encodeKept(bytes))
}

const encodeKept = async (bytes: Uint8Array): Promise<Buffer> => {
  try {
    return await sharp(bytes, { failOn: 'error', limitInputPixels: UPLOAD.maxPixels, pages: 1 })
      .autoOrient()
      .resize(UPLOAD.maxSidePx, UPLOAD.maxSidePx, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer()
  } catch (cause) {
    throw damaged(cause)
  }
}
