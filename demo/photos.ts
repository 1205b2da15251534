import sharp from 'sharp'
import { mirrored, POSES } from './figure/pose.ts'
import { DAYLIGHT, piecesSvg } from './draw/svg.ts'
import { compose, moved, scaled, turned, type Matrix } from './draw/point.ts'
import type { Piece } from './draw/piece.ts'
import { visibleBoxes, type Seen } from './draw/visible-boxes.ts'
import { dressFigure } from './figure/dressed.ts'
import { SIDES } from './figure/skeleton.ts'
import { grainTile } from './grain.ts'
import { photoBackgroundSvg } from './photo-backgrounds.ts'
import { chanceFrom, hashOf, type Chance } from './seed.ts'
import { FACTS } from './wardrobe/kinds.ts'
import type { Category, Kind } from './wardrobe/facts.ts'
import { loosened, posesFor, type Look } from './wardrobe/looks.ts'
import { otherOutfit } from './wardrobe/other-outfits.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

type TruthBox = readonly [number, number, number, number]
type TruthItem = {
  label: string
  kind: Kind
  box: TruthBox
  /** Each of a pair that is worn apart: one box round both gloves shows mostly the coat between them. */
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
/** Under this share in sight nobody could label it. */
const LABELLED = 0.16

/** By look, so that a look never stands on both sides. */
const splitOf = (look: Look): 'train' | 'val' =>
  hashOf(`split ${look.id}`) % 5 === 0 ? 'val' : 'train'

type Placed = { look: Look; pieces: Piece[]; matrix: Matrix; lightFrom: -1 | 1 }
const place = (
  look: Look,
  width: number,
  height: number,
  at: number,
  share: number,
  chance: Chance,
): Placed => {
  const pose = loosened(POSES[chance.pick(posesFor(look.products))], chance)
  const lightFrom = chance.odds(0.5) ? -1 : 1
  const { figure, pieces } = dressFigure(
    look.person.looks,
    chance.odds(0.5) ? mirrored(pose) : pose,
    look.products.map(({ garment }) => garment),
    lightFrom,
  )
  const zoom = (height * share) / 800
  const tall = 800 * zoom
  // Larger than the frame: anywhere from a head and shoulders to legs and shoes.
  const foot =
    share > 0.97
      ? height * 0.98 + (tall - height * 0.94) * chance.next()
      : height * chance.between(0.86, 0.98)
  const middle = moved(width * at, foot - (figure.ground + 60) * zoom)
  const lean = chance.between(-7, 7)
  const squash = chance.between(0.94, 1.08)
  return {
    look,
    pieces,
    lightFrom,
    matrix: compose(
      middle,
      compose(turned(lean), compose(scaled(zoom * squash, zoom), moved(0, 60))),
    ),
  }
}

const canBeLabelled = ({ x0, y0, x1, y1, share }: Seen) =>
  share >= LABELLED && x1 - x0 >= 5 && y1 - y0 >= 5

const truthBox = ({ x0, y0, x1, y1 }: Seen): TruthBox => {
  const round = (n: number) => Math.round(n * 10) / 10
  return [round(x0), round(y0), round(x1), round(y1)]
}

const truthOf = (figures: readonly Placed[], width: number, height: number): TruthItem[] => {
  // Everything in one picture, so that a person in front hides what they hide.
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
      const seen = boxes.get(`${i} ${id}`)
      if (!kind || !seen || !canBeLabelled(seen)) return []
      const each = SIDES.flatMap((side) => parts?.get(`${i} ${id} ${side}`) ?? [])
        .filter(canBeLabelled)
        .map(truthBox)
      return [
        {
          label,
          kind,
          box: truthBox(seen),
          ...(each.length > 0 && { each }),
          product: id,
          category,
        },
      ]
    }),
  )
}

const lightSvg = (width: number, height: number, chance: Chance): string => {
  const warm = chance.pick(['#ffd9a0', '#ffffff', '#bcd4ff', '#ffc08a', '#e8f0ff'])
  const turn = chance.between(0, 180)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="l" gradientTransform="rotate(${turn} .5 .5)"><stop offset="0" stop-color="${warm}" stop-opacity="${chance.between(0.05, 0.34)}"/><stop offset="1" stop-color="#120c1e" stop-opacity="${chance.between(0.05, 0.42)}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#l)"/></svg>`
}

type Photo = { data: Buffer; truth: PhotoTruth }
type Sitting = { name: string; chance: Chance; look: Look; split: PhotoTruth['split'] }

/** Somebody in a place, with the truth of what can be seen; now and then one of the companions beside. */
const photograph = async (
  { name, chance, look, split }: Sitting,
  companions: () => readonly Look[],
): Promise<Photo> => {
  const [width, height] = chance.pick(FRAMES)
  const pair = chance.odds(0.12)
  const share = chance.odds(0.3) ? chance.between(1, 1.7) : chance.between(0.55, 0.98)
  const figures = [
    place(
      look,
      width,
      height,
      pair ? 0.3 : chance.between(0.36, 0.64),
      pair ? Math.min(0.95, share) : share,
      chance,
    ),
  ]
  if (pair) {
    const others = companions().filter((other) => other.person !== look.person)
    figures.push(place(chance.pick(others), width, height, 0.7, chance.between(0.55, 0.95), chance))
  }
  const drawn = figures
    .map(
      ({ pieces, matrix, lightFrom }, i) =>
        `<g transform="matrix(${matrix.join(' ')})">${piecesSvg(pieces, { ...DAYLIGHT, from: lightFrom, strength: chance.between(0.12, 0.34) }, `f${i}`)}</g>`,
    )
    .join('')
  const people = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn}</svg>`,
    ),
  )
    .blur(chance.between(0.3, 0.9))
    .raw()
    .toBuffer()
  const grain = chance.pick([0, 0, 0, 7, 14])
  const layers = [
    { input: people, raw: { width, height, channels: 4 as const } },
    { input: Buffer.from(lightSvg(width, height, chance)) },
    ...(grain ? [{ input: await grainTile(grain), tile: true }] : []),
  ]
  const base = await sharp(Buffer.from(photoBackgroundSvg(width, height, chance)))
    .blur(chance.between(0.8, 6))
    .composite(layers)
    .removeAlpha()
    .raw()
    .toBuffer()
  const data = await sharp(base, { raw: { width, height, channels: 3 } })
    .modulate({
      brightness: chance.between(0.78, 1.2),
      saturation: chance.between(0.6, 1.15),
      hue: chance.whole(-8, 8),
    })
    .gamma(chance.between(1, 1.6))
    .jpeg({ quality: 85, mozjpeg: true, trellisQuantisation: false })
    .toBuffer()
  return {
    data,
    truth: { photo: name, width, height, split, items: truthOf(figures, width, height) },
  }
}

const numbered = (index: number): string => `${String(index + 1).padStart(4, '0')}.jpg`

/** Test photo `index`: somebody of the catalogue. */
export const makePhoto = (index: number): Promise<Photo> => {
  const { looks } = wardrobe()
  const look = looks[(index * 157) % looks.length]
  if (!look) throw new Error('No looks to photograph')
  const split = splitOf(look)
  return photograph(
    { name: numbered(index), chance: chanceFrom(`photo ${index}`), look, split },
    () => looks.filter((other) => splitOf(other) === split),
  )
}

/** Photo `index` of people in outfits the catalogue does not show: as many as training asks for. */
export const makeOutfitPhoto = (index: number): Promise<Photo> => {
  const { look, beside } = otherOutfit(index)
  return photograph(
    {
      name: `outfit-${numbered(index)}`,
      chance: chanceFrom(`outfit ${index}`),
      look,
      split: 'train',
    },
    () => beside,
  )
}
