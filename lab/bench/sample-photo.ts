import sharp from 'sharp'
import { drawDemoPhoto } from '#demo'
import type { Size } from '#shared/domain/box.ts'

/** A look with six visible items, so that scanning it is a typical amount of work. */
const WELL_DRESSED = 86

/** A photo of any size for benchmarks: a demo look, enlarged, with camera noise. */
export const createSamplePhoto = async ({ width, height }: Size): Promise<Buffer> => {
  const photo = await drawDemoPhoto(WELL_DRESSED)
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
  return sharp(photo)
    .resize(width, height)
    .composite([{ input: noise, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer()
}
