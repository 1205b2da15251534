import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Piece } from '#demo/draw/piece.ts'
import { compose, type Matrix, rotation, scaling, translation } from '#demo/draw/point.ts'
import { DAYLIGHT, piecesSvg } from '#demo/draw/svg.ts'
import { type VisibleBox, visibleBoxes } from '#demo/draw/visible-boxes.ts'
import { dressFigure } from '#demo/figure/dressed.ts'
import { mirrorPose, POSES, SIDES } from '#demo/figure/pose.ts'
import type { Kind } from '#demo/wardrobe/facts.ts'
import type { Category } from '#shared/domain/category.ts'
import { FACTS } from '#demo/wardrobe/facts.ts'
import { type Look, posesFor, variedPose } from '#demo/wardrobe/looks.ts'
import { trainingOutfit } from '#demo/wardrobe/training-outfits.ts'
import { wardrobe } from '#demo/wardrobe/wardrobe.ts'
import { grainTile } from './grain.ts'
import { photoBackgroundSvg } from './photo-backgrounds.ts'
import { renderDemoPicture } from './pictures.ts'
import { hashText, type Random, randomFrom } from './random.ts'

type TruthBox = readonly [number, number, number, number]
type TruthItem = {
  label: string
  kind: Kind
  box: TruthBox
  /** The boxes of each one of a pair worn apart: a box around both gloves mostly shows the coat. */
  each?: TruthBox[]
  product: string
  category: Category
}
export type PhotoTruth = {
  photo: string
  width: number
  height: number
  split: 'train' | 'val'
  items: TruthItem[]
}

const FRAMES = [
  [427, 640],
  [480, 640],
  [512, 640],
  [640, 640],
  [640, 480],
] as const
/** Items with a smaller visible share cannot be recognised. */
const LABELED = 0.16

/** Split by look, so that no look is in both sets. */
const splitOf = (look: Look): 'train' | 'val' =>
  hashText(`split ${look.id}`) % 5 === 0 ? 'val' : 'train'

type PlacedFigure = { look: Look; pieces: Piece[]; matrix: Matrix; lightFrom: -1 | 1 }
const placeFigure = (
  look: Look,
  width: number,
  height: number,
  at: number,
  share: number,
  random: Random,
): PlacedFigure => {
  const pose = variedPose(POSES[random.pick(posesFor(look.products))], random)
  const lightFrom = random.odds(0.5) ? -1 : 1
  const { figure, pieces } = dressFigure(
    look.person.appearance,
    random.odds(0.5) ? mirrorPose(pose) : pose,
    look.products.map(({ garment }) => garment),
    lightFrom,
  )
  const zoom = (height * share) / 800
  const tall = 800 * zoom
  // A figure larger than the frame may show anything from head and shoulders to legs and shoes.
  const foot =
    share > 0.97
      ? height * 0.98 + (tall - height * 0.94) * random.next()
      : height * random.between(0.86, 0.98)
  const middle = translation(width * at, foot - (figure.ground + 60) * zoom)
  const lean = random.between(-7, 7)
  const squash = random.between(0.94, 1.08)
  return {
    look,
    pieces,
    lightFrom,
    matrix: compose(
      middle,
      compose(rotation(lean), compose(scaling(zoom * squash, zoom), translation(0, 60))),
    ),
  }
}

const canBeLabeled = ({ x0, y0, x1, y1, share }: VisibleBox) =>
  share >= LABELED && x1 - x0 >= 5 && y1 - y0 >= 5

const truthBox = ({ x0, y0, x1, y1 }: VisibleBox): TruthBox => {
  const round = (n: number) => Math.round(n * 10) / 10
  return [round(x0), round(y0), round(x1), round(y1)]
}

const truthOf = (figures: readonly PlacedFigure[], width: number, height: number): TruthItem[] => {
  // Measured together, because a person in front covers the one behind.
  const seenBy = (nameOf: (piece: Piece) => string) =>
    visibleBoxes(
      figures.flatMap(({ pieces, matrix }, i) =>
        pieces.map((piece) => ({ owner: `${i} ${nameOf(piece)}`, path: piece.path, matrix })),
      ),
      { width, height },
    )
  const boxes = seenBy(({ owner }) => owner)
  const isAnyApart = figures.some(({ pieces }) => pieces.some(({ part }) => part))
  const parts = isAnyApart ? seenBy(({ owner, part }) => `${owner} ${part}`) : null
  return figures.flatMap(({ look }, i) =>
    look.products.flatMap((product): TruthItem[] => {
      const { type, id } = product.garment
      const { kind, label, category } = FACTS[type]
      const visibleBox = boxes.get(`${i} ${id}`)
      if (!kind || !visibleBox || !canBeLabeled(visibleBox)) return []
      const each = SIDES.flatMap((side) => parts?.get(`${i} ${id} ${side}`) ?? [])
        .filter(canBeLabeled)
        .map(truthBox)
      return [
        {
          label,
          kind,
          box: truthBox(visibleBox),
          ...(each.length > 0 && { each }),
          product: id,
          category,
        },
      ]
    }),
  )
}

const lightSvg = (width: number, height: number, random: Random): string => {
  const warm = random.pick(['#ffd9a0', '#ffffff', '#bcd4ff', '#ffc08a', '#e8f0ff'])
  const turn = random.between(0, 180)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="l" gradientTransform="rotate(${turn} .5 .5)"><stop offset="0" stop-color="${warm}" stop-opacity="${random.between(0.05, 0.34)}"/><stop offset="1" stop-color="#120c1e" stop-opacity="${random.between(0.05, 0.42)}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#l)"/></svg>`
}

type Photo = { data: Buffer; truth: PhotoTruth }
type Shot = { name: string; random: Random; look: Look; split: PhotoTruth['split'] }

/** A photo of a look with its ground truth; some photos add a companion. */
const photograph = async (
  { name, random, look, split }: Shot,
  companions: () => readonly Look[],
): Promise<Photo> => {
  const [width, height] = random.pick(FRAMES)
  const pair = random.odds(0.12)
  const share = random.odds(0.3) ? random.between(1, 1.7) : random.between(0.55, 0.98)
  const figures = [
    placeFigure(
      look,
      width,
      height,
      pair ? 0.3 : random.between(0.36, 0.64),
      pair ? Math.min(0.95, share) : share,
      random,
    ),
  ]
  if (pair) {
    const otherLooks = companions().filter((other) => other.person !== look.person)
    figures.push(
      placeFigure(random.pick(otherLooks), width, height, 0.7, random.between(0.55, 0.95), random),
    )
  }
  const drawn = figures
    .map(
      ({ pieces, matrix, lightFrom }, i) =>
        `<g transform="matrix(${matrix.join(' ')})">${piecesSvg(pieces, { ...DAYLIGHT, from: lightFrom, strength: random.between(0.12, 0.34) }, `f${i}`)}</g>`,
    )
    .join('')
  const people = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn}</svg>`,
    ),
  )
    .blur(random.between(0.3, 0.9))
    .raw()
    .toBuffer()
  const grain = random.pick([0, 0, 0, 7, 14])
  const layers = [
    { input: people, raw: { width, height, channels: 4 as const } },
    { input: Buffer.from(lightSvg(width, height, random)) },
    ...(grain ? [{ input: await grainTile(grain), tile: true }] : []),
  ]
  const base = await sharp(Buffer.from(photoBackgroundSvg(width, height, random)))
    .blur(random.between(0.8, 6))
    .composite(layers)
    .removeAlpha()
    .raw()
    .toBuffer()
  const data = await sharp(base, { raw: { width, height, channels: 3 } })
    .modulate({
      brightness: random.between(0.78, 1.2),
      saturation: random.between(0.6, 1.15),
      hue: random.whole(-8, 8),
    })
    .gamma(random.between(1, 1.6))
    .jpeg({ quality: 85, mozjpeg: true, trellisQuantisation: false })
    .toBuffer()
  return {
    data,
    truth: { photo: name, width, height, split, items: truthOf(figures, width, height) },
  }
}

const photoName = (index: number): string => `${String(index + 1).padStart(4, '0')}.jpg`

/** Test photo number `index`, of a look in the catalogue. */
export const makePhoto = (index: number): Promise<Photo> => {
  const { looks } = wardrobe()
  const look = looks[(index * 157) % looks.length]
  if (!look) throw new Error('The demo has no looks')
  const split = splitOf(look)
  return photograph(
    { name: photoName(index), random: randomFrom(`photo ${index}`), look, split },
    () => looks.filter((other) => splitOf(other) === split),
  )
}

/** Training photo number `index`, of an outfit that is not in the catalogue. */
export const makeOutfitPhoto = (index: number): Promise<Photo> => {
  const { look, round } = trainingOutfit(index)
  return photograph(
    {
      name: `outfit-${photoName(index)}`,
      random: randomFrom(`outfit ${index}`),
      look,
      split: 'train',
    },
    () => round,
  )
}

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
