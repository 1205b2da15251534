import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { renderGarments } from './flat-lays.ts'

/** Flat lays of garments that the demo shop does not sell, for visitors who try the finder on Home. */
const SAMPLES = [
  { name: '1', owner: 'linen', garments: ['3dfe3cd5', '5bbe556b', '4e6276b7', 'd03275bf'] },
  { name: '2', owner: 'wood', garments: ['dfad87ed', 'bcc238bc', '4ac3d6f0'] },
] as const
const THUMBNAIL = { width: 192, height: 240 } as const

/** Draws the samples and their thumbnails into the folder. */
export const writeSamplePhotos = async (folder: string): Promise<string> => {
  for (const { name, owner, garments } of SAMPLES) {
    const { data } = await renderGarments(`sample ${name}`, owner, garments)
    await writeFile(join(folder, `${name}.jpg`), data)
    const thumbnail = sharp(data).resize(THUMBNAIL).jpeg({ quality: 82 })
    await writeFile(join(folder, `${name}-small.jpg`), await thumbnail.toBuffer())
  }
  return `Drew ${SAMPLES.length} samples in ${folder}`
}
