import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { compose, scaling, translation } from '#demo/draw/point.ts'
import { DAYLIGHT, piecesSvg } from '#demo/draw/svg.ts'
import { dressFigure } from '#demo/figure/dressed.ts'
import { POSES } from '#demo/figure/pose.ts'
import { grainTile } from '#demo/grain.ts'
import { photoBackgroundSvg } from '#demo/photo-backgrounds.ts'
import { randomFrom } from '#demo/random.ts'
import { trainingOutfit } from '#demo/wardrobe/training-outfits.ts'
import { renderGarments } from './flat-lays.ts'

/** Flat lays of garments that the demo shop does not sell, for visitors who try the finder on Home. */
const SAMPLES = [
  { name: '1', owner: 'linen', garments: ['3dfe3cd5', '5bbe556b', '4e6276b7', 'd03275bf'] },
  { name: '2', owner: 'wood', garments: ['dfad87ed', 'bcc238bc', '4ac3d6f0'] },
] as const
const THUMBNAIL = { width: 128, height: 160 } as const

/** People in a street, in outfits that are not in the catalogue, back to front. */
const STREET = {
  width: 1000,
  height: 1250,
  seed: 'street sample 0',
  people: [
    { outfit: 26, pose: 'walking', at: 0.74, share: 0.62, foot: 0.83 },
    { outfit: 6, pose: 'handBag', at: 0.32, share: 0.86, foot: 0.965 },
  ],
} as const

const renderStreet = async (): Promise<Buffer> => {
  const { width, height, seed, people } = STREET
  const figures = people.map(({ outfit, pose, at, share, foot }) => {
    const { person, products } = trainingOutfit(outfit).look
    const garments = products.map(({ garment }) => garment)
    const { figure, pieces } = dressFigure(person.appearance, POSES[pose], garments, -1)
    const zoom = (height * share) / 800
    const matrix = compose(
      translation(width * at, height * foot - (figure.ground + 60) * zoom),
      compose(scaling(zoom, zoom), translation(0, 60)),
    )
    return `<g transform="matrix(${matrix.join(' ')})"><ellipse cx="0" cy="${figure.ground}" rx="150" ry="12" fill="#1a0f2e" opacity=".28" filter="url(#soft)"/>${piecesSvg(pieces, DAYLIGHT, `s${outfit}`)}</g>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><filter id="soft" x="-20%" y="-200%" width="140%" height="500%"><feGaussianBlur stdDeviation="8"/></filter>${figures.join('')}</svg>`
  return sharp(Buffer.from(photoBackgroundSvg(width, height, randomFrom(seed))))
    .blur(3)
    .modulate({ brightness: 1.1 })
    .composite([{ input: Buffer.from(svg) }, { input: await grainTile(12), tile: true }])
    .removeAlpha()
    .jpeg({ quality: 84 })
    .toBuffer()
}

/** Draws the samples and their thumbnails into the folder. */
export const writeSamplePhotos = async (folder: string): Promise<string> => {
  const flatLays = await Promise.all(
    SAMPLES.map(async ({ name, owner, garments }) => {
      const { data } = await renderGarments(`sample ${name}`, owner, garments)
      return { name, data }
    }),
  )
  const samples = [...flatLays, { name: '3', data: await renderStreet() }]
  for (const { name, data } of samples) {
    await writeFile(join(folder, `${name}.jpg`), data)
    const thumbnail = sharp(data).resize(THUMBNAIL).jpeg({ quality: 82 })
    await writeFile(join(folder, `${name}-small.jpg`), await thumbnail.toBuffer())
  }
  return `Drew ${samples.length} samples in ${folder}`
}
