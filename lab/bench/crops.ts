import sharp from 'sharp'
import { SCAN } from '#shared/constants.ts'
import { fromUnits } from '#shared/domain/box.ts'
import { openPhoto } from '#server/features/finder/index.ts'
import { decodeNow } from '#server/vision/picture.ts'
import { samplePhoto } from './sample-photo.ts'
import type { Figure } from './figure.ts'
import { percentile, timeOf } from './statistics.ts'

const SIZE = { width: 2048, height: 2730 }
const RUNS = 7

const BOXES = Array.from({ length: SCAN.remoteCrops }, (_, index) => ({
  x: 20 + 30 * index,
  y: 20 + 40 * index,
  width: 160,
  height: 120,
}))

/** The baseline: each crop starts from the encoded photo. */
const cropFromBytes = async (bytes: Buffer, index: number) => {
  const box = fromUnits(BOXES[index] ?? { x: 0, y: 0, width: 1, height: 1 }, SIZE)
  const upright = await sharp(bytes).autoOrient().toBuffer()
  return sharp(upright)
    .extract({
      left: Math.floor(box.x),
      top: Math.floor(box.y),
      width: Math.ceil(box.width),
      height: Math.ceil(box.height),
    })
    .resize(720, 720, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** The crops of one scan, compared with decoding and encoding the photo again for each of them. */
export const benchCrops = async (): Promise<Figure[]> => {
  const bytes = await samplePhoto(SIZE)
  const once: number[] = []
  const each: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const photo = await openPhoto(bytes, decodeNow)
    const fromPhoto = await timeOf(async () => {
      for (const box of BOXES) await photo.crop(box)
    })
    const fromBytes = await timeOf(async () => {
      for (const index of BOXES.keys()) await cropFromBytes(bytes, index)
    })
    once.push(fromPhoto.ms)
    each.push(fromBytes.ms)
  }
  const [onceMs, eachMs] = [percentile(once, 0.5), percentile(each, 0.5)]
  return [
    { name: 'six crops of a 2048 x 2730 photo', value: onceMs, unit: 'ms' },
    { name: 'the same over decoding for each crop', value: onceMs / eachMs, unit: 'times' },
  ]
}
