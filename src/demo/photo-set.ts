import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { makePhoto, type PhotoTruth } from './photos.ts'
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

/** Photos 0001.jpg and on, with what is truly in them beside as boxes.json. */
export const writePhotos = async (
  count: number,
  folder: string,
  withProducts: boolean,
): Promise<string> => {
  await mkdir(folder, { recursive: true })
  const photos: PhotoTruth[] = []
  for (let index = 0; index < count; index++) {
    const { data, truth } = await makePhoto(index)
    await writeFile(join(folder, truth.photo), data)
    photos.push(truth)
  }
  await writeFile(join(folder, 'boxes.json'), JSON.stringify({ photos }))
  if (withProducts) await writeProducts(join(folder, 'products'))
  const items = photos.reduce((sum, photo) => sum + photo.items.length, 0)
  return `${count} photos with ${items} things in ${folder}`
}
