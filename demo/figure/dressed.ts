import type { Hex } from '#demo/draw/color.ts'
import type { Fabric } from '#demo/draw/fabric.ts'
import { backToFront, type Piece } from '#demo/draw/piece.ts'
import { drawGarment } from '#demo/garments/draw-garment.ts'
import type { Garment, GarmentType, Worn } from '#demo/garments/garment.ts'
import { heelOf } from '#demo/garments/shoe-parts.ts'
import type { Body } from './body.ts'
import { type HairName, hairPieces } from './hair.ts'
import { type Face, mouthMarks } from './face.ts'
import { headPieces } from './head.ts'
import type { ArmPose, Pose, Side } from './pose.ts'
import { buildFigure, type Figure } from './skeleton.ts'
import { skinPieces } from './skin.ts'

/** What a person looks like, apart from their clothes. */
export type Appearance = {
  body: Body
  skin: Hex
  face: Face
  hair: HairName
  hairColor: Hex
  /** Used by hairstyles that are a wrap. */
  headCloth: Fabric
  beard: boolean
}
const COATS: ReadonlySet<GarmentType> = new Set([
  'blazer',
  'coat',
  'trench',
  'jacket',
  'puffer',
  'cape',
])
const SHOES: ReadonlySet<GarmentType> = new Set([
  'sneakers',
  'boots',
  'heels',
  'loafers',
  'sandals',
  'flats',
])
const CARRIED: ReadonlySet<GarmentType> = new Set([
  'tote',
  'topHandle',
  'bucketBag',
  'clutch',
  'phone',
  'umbrella',
  'bottle',
])

const carryingSide = (pose: Pose): Side | null => {
  const [left, right] = pose.arms
  if (right.carries === 'crook') return 1
  if (left.carries === 'crook') return -1
  if (right.carries === 'hang') return 1
  return left.carries === 'hang' ? -1 : null
}
/** A free, visible arm for a watch or bracelet. */
const showingSide = (pose: Pose, busy: Side | null): Side => {
  const shows = (side: Side) => {
    const arm = pose.arms[side < 0 ? 0 : 1]
    return arm.hand === 'open' || arm.hand === 'fist'
  }
  const first: Side = busy === 1 ? -1 : 1
  return shows(first) ? first : first === 1 ? -1 : 1
}

/** A shoulder bag hangs on the side whose arm leaves room. */
const bagSide = (pose: Pose): Side =>
  Math.abs(pose.arms[1].upper) <= Math.abs(pose.arms[0].upper) ? 1 : -1

/** Closes the hand that holds something. */
const gripping = (pose: Pose, side: Side): Pose => {
  const closeArm = (arm: ArmPose): ArmPose =>
    arm.carries === 'hang' ? { ...arm, hand: 'fist' } : arm
  const [left, right] = pose.arms
  return { ...pose, arms: side < 0 ? [closeArm(left), right] : [left, closeArm(right)] }
}

/** Always worn over the waistband. */
const NEVER_TUCKED: ReadonlySet<GarmentType> = new Set(['hoodie', 'sweater', 'cardigan'])

const layering = (
  garment: Garment,
  all: readonly Garment[],
): Pick<Worn, 'underCoat' | 'tucked'> => {
  const has = (...types: GarmentType[]) => all.some(({ type }) => types.includes(type))
  const outer = (type: GarmentType) => COATS.has(type) || (type === 'cardigan' && has('dress'))
  const waistband = has('skirt', 'trousers', 'shorts', 'belt') && !has('dress')
  return {
    underCoat: all.some((other) => other !== garment && outer(other.type)) && !outer(garment.type),
    tucked: waistband && !NEVER_TUCKED.has(garment.type) && (has('belt') || garment.cut % 3 !== 1),
  }
}

const handFor = (type: GarmentType, pose: Pose, carrying: Side | null, busy: boolean): Side => {
  if (CARRIED.has(type)) return carrying ?? 1
  if (type === 'watch' || type === 'bracelet') return showingSide(pose, busy ? carrying : null)
  return type === 'shoulderBag' ? bagSide(pose) : 1
}

export type DressedFigure = { figure: Figure; pieces: Piece[] }
/** A dressed person, back to front. */
export const dressFigure = (
  appearance: Appearance,
  pose: Pose,
  garments: readonly Garment[],
  lightFrom: -1 | 1,
): DressedFigure => {
  const shoes = garments.find(({ type }) => SHOES.has(type))
  const heel = shoes ? heelOf(shoes.type, shoes.cut) : 3
  const carries = garments.some(({ type }) => CARRIED.has(type))
  const carrying = carryingSide(pose)
  const grip = carries && carrying ? gripping(pose, carrying) : pose
  const figure = buildFigure(appearance.body, grip, heel)
  const worn = (garment: Garment): Worn => ({
    ...layering(garment, garments),
    hand: handFor(garment.type, grip, carrying, carries),
    open: garment.cut % 2 === 0,
  })
  const pieces = [
    ...skinPieces(figure, appearance.skin),
    ...headPieces(figure, appearance.skin, appearance.hairColor, appearance.face, lightFrom),
    ...hairPieces(
      figure,
      appearance.hair,
      appearance.hairColor,
      appearance.headCloth,
      appearance.beard ? mouthMarks(appearance.face, appearance.skin) : null,
    ),
    ...garments.flatMap((garment) => drawGarment(garment, figure, worn(garment))),
  ]
  return { figure, pieces: backToFront(pieces) }
}
