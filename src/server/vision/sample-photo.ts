import sharp from 'sharp'
import { makePhoto } from '#demo/photos.ts'
import type { Size } from './image-ops.ts'

/** Somebody in six things that can all be seen: a scan of them takes what a scan usually takes. */
const WELL_DRESSED = 86

/** A photo for measuring, of any size: one of the demo's, enlarged, with the noise of a camera. */
export const samplePhoto = async ({ width, height }: Size): Promise<Buffer> => {
  const { data } = await makePhoto(WELL_DRESSED)
  const noise = await sharp({
    create: {
      width: Math.round(width / 4),
      height: Math.round(height / 4),
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .resize(width, height)
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(data)
    .resize(width, height)
    .composite([{ input: noise, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer()
}
