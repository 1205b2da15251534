import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { makeOutfitPhoto, makePhoto, type PhotoTruth } from './photos.ts'
import { renderDemoPicture } from './pictures.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

const THUMB = 200
const writeProducts = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  for (const { garment } of wardrobe().products) {
    const picture = await renderDemoPicture(`demo/products/${garment.id}.jpg`)
    if (!picture) continue
    await writeFile(
      join(folder, `${garment.id}.jpg`),
      await sharp(picture.data)
        .resize(THUMB, THUMB, { fit: 'inside' })
        .jpeg({ quality: 85 })
        .toBuffer(),
    )
  }
}

type PhotoSet = {
  count: number
  /** Number of the first photo, so that several processes can share the work. */
  from: number
  folder: string
  /** Show outfits that are not in the catalogue, for training. */
  outfits: boolean
  /** Write product pictures as well. */
  products: boolean
}

/** Writes numbered photos and their ground truth, boxes.json. */
export const writePhotos = async (set: PhotoSet): Promise<string> => {
  const { count, from, folder } = set
  await mkdir(folder, { recursive: true })
  const photos: PhotoTruth[] = []
  for (let index = from; index < from + count; index++) {
    const { data, truth } = await (set.outfits ? makeOutfitPhoto : makePhoto)(index)
    await writeFile(join(folder, truth.photo), data)
    photos.push(truth)
  }
  await writeFile(join(folder, 'boxes.json'), JSON.stringify({ photos }))
  if (set.products) await writeProducts(join(folder, 'products'))
  const items = photos.reduce((sum, photo) => sum + photo.items.length, 0)
  return `Wrote ${count} photos with ${items} labelled items to ${folder}`
}
