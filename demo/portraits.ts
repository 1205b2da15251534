import { colorDistance, darken, mix, type Hex } from './draw/color.ts'
import { DAYLIGHT, piecesSvg } from './draw/svg.ts'
import { applyTo } from './draw/point.ts'
import { dressFigure } from './figure/dressed.ts'
import { LAID_OUT, type Pose } from './figure/pose.ts'
import type { GarmentType } from './garments/garment.ts'
import { topOf } from './scenes.ts'
import { randomFrom } from './random.ts'
import type { Look } from './wardrobe/looks.ts'
import type { Person } from './wardrobe/people.ts'

const SIZE = 600
const ZOOM = 3.1
/** Height of the face's centre, and the minimum space above hair or hat. */
const EYE_LINE = SIZE * 0.44
const AIR = 18
/** Garments visible in a head-and-shoulders portrait. */
const SHOWN: ReadonlySet<GarmentType> = new Set([
  'tee',
  'tank',
  'shirt',
  'blouse',
  'turtleneck',
  'sweater',
  'cardigan',
  'hoodie',
  'vest',
  'dress',
  'blazer',
  'coat',
  'trench',
  'jacket',
  'puffer',
  'tie',
  'scarf',
  'necklace',
  'earrings',
  'glasses',
])

const groundFor = (person: Person, hexes: readonly Hex[]): readonly [Hex, Hex, Hex] => {
  const clear = (ground: readonly [Hex, Hex, Hex]) =>
    Math.min(...hexes.map((hex) => colorDistance(hex, ground[0])))
  return (
    [...person.family.grounds].sort((a, b) => clear(b) - clear(a))[0] ?? [
      '#E8563F',
      '#F4B942',
      '#D9432F',
    ]
  )
}

/** A head-and-shoulders portrait in the clothes of the person's first look. */
export const portraitSvg = (
  person: Person,
  looks: readonly Look[],
): { svg: string; width: number; height: number; color: Hex } => {
  const random = randomFrom(`portrait ${person.name}`)
  const look = looks[0]
  const lightFrom = random.odds(0.6) ? -1 : 1
  const tilt = random.between(3, 8) * lightFrom
  const pose: Pose = {
    ...LAID_OUT,
    shoulderTilt: tilt * 0.7,
    lean: tilt,
    headTilt: -tilt * 0.9,
    headTurn: lightFrom * 0.3,
    arms: [
      { ...LAID_OUT.arms[0], upper: -10, fore: -4 },
      { ...LAID_OUT.arms[1], upper: 10, fore: 4 },
    ],
  }
  const garments = (look?.products ?? [])
    .map(({ garment }) => garment)
    .filter(({ type }) => SHOWN.has(type))
  const { figure, pieces } = dressFigure(person.appearance, pose, garments, lightFrom)
  const colors = groundFor(person, [
    person.appearance.skin,
    person.appearance.hairColor,
    ...garments.map(({ fabric }) => fabric.base),
  ])
  const [x, y] = applyTo(figure.head, [0, 4])
  const zoom = Math.min(ZOOM, (EYE_LINE - AIR) / (y - topOf(pieces)))
  const place = `translate(${SIZE / 2 - x * zoom} ${EYE_LINE - y * zoom}) scale(${zoom})`
  const disc = random.pick([
    `<circle cx="300" cy="270" r="216" fill="${colors[1]}"/>`,
    `<rect x="${lightFrom < 0 ? 0 : 300}" width="300" height="600" fill="${colors[1]}"/>`,
    `<path d="M0,${lightFrom < 0 ? 420 : 150} L600,${lightFrom < 0 ? 150 : 420} L600,600 L0,600 Z" fill="${colors[1]}"/>`,
    `<path d="M90,600 L90,260 C90,-20 510,-20 510,260 L510,600 Z" fill="${colors[1]}"/>`,
    `<circle cx="${300 - lightFrom * 130}" cy="190" r="150" fill="${colors[1]}"/><rect y="430" width="600" height="170" fill="${mix(colors[2], darken(colors[0], 0.1), 0.4)}"/>`,
  ])
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}"><rect width="${SIZE}" height="${SIZE}" fill="${colors[0]}"/>${disc}<g transform="${place}">${piecesSvg(pieces, { ...DAYLIGHT, from: lightFrom })}</g></svg>`
  return { svg, width: SIZE, height: SIZE, color: colors[0] }
}
