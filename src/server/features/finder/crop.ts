import sharp from 'sharp'
import { REMOTE_SEARCH, UPLOAD } from '#shared/constants.ts'
import type { Box } from '#shared/domain/box.ts'
import { fromUnits } from '#shared/domain/detection-frame.ts'
import type { Crop } from '#server/providers/search/remote-search.ts'
import { damaged } from '#server/vision/picture.ts'

const LONGEST_SIDE_PX = 720
const QUALITIES = [85, 60, 40]

/** One garment cut out of a photo, without what the camera wrote: all that may leave this server. */
export const cutCrop = async (photo: Uint8Array, bbox: Box): Promise<Crop> => {
  try {
    const upright = await sharp(photo, { limitInputPixels: UPLOAD.maxPixels })
      .autoOrient()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = upright.info
    const box = fromUnits(bbox, { width, height })
    const left = Math.min(Math.max(0, Math.floor(box.x)), width - 1)
    const top = Math.min(Math.max(0, Math.floor(box.y)), height - 1)
    const cut = sharp(upright.data)
      .extract({
        left,
        top,
        width: Math.max(1, Math.min(Math.ceil(box.width), width - left)),
        height: Math.max(1, Math.min(Math.ceil(box.height), height - top)),
      })
      .resize(LONGEST_SIDE_PX, LONGEST_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
    for (const quality of QUALITIES) {
      const jpeg = await cut.clone().jpeg({ quality }).toBuffer()
      if (jpeg.length <= REMOTE_SEARCH.serpApiImageMaxBytes) return { jpeg }
    }
    throw new Error('A crop of 720 pixels is larger than half a megabyte')
  } catch (cause) {
    throw damaged(cause)
  }
}
