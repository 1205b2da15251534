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
  /** The number of the first photo, so that several processes may share the work. */
  from: number
  folder: string
  /** Outfits that the catalogue does not show, to learn from, instead of its looks. */
  outfits: boolean
  /** The products' pictures too. */
  products: boolean
}

/** Numbered photos, with what is truly in them beside as boxes.json. */
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
  return `${count} photos with ${items} things in ${folder}`
}
