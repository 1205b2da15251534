type HandShape = 'open' | 'fist' | 'pocket' | 'hidden'
/** Angles in degrees from straight down, positive to the viewer's right. */
export type ArmPose = {
  upper: number
  fore: number
  hand: HandShape
  /** Bend of the wrist, relative to the forearm. */
  bend: number
  /** A fixed position of the wrist: with angles alone, a broad figure would miss its pocket. */
  reach?: 'pocket' | 'hip'
  /** How this arm can carry something. */
  carries: 'hang' | 'crook' | 'none'
  over?: 'torso' | 'head' | 'behind'
}
export type LegPose = { thigh: number; shin: number; foot: Side; lift: number }
export type Pose = {
  shoulderTilt: number
  hipTilt: number
  lean: number
  headTilt: number
  headTurn: number
  arms: readonly [ArmPose, ArmPose]
  legs: readonly [LegPose, LegPose]
  /** The leg painted over the other. */
  nearLeg: Side
}

const arm = (
  upper: number,
  fore: number,
  hand: HandShape = 'open',
  more: Partial<ArmPose> = {},
): ArmPose => ({
  upper,
  fore,
  hand,
  bend: 0,
  carries: hand === 'open' ? 'hang' : 'none',
  ...more,
})
const leg = (thigh: number, shin: number, foot: Side, lift = 0): LegPose => ({
  thigh,
  shin,
  foot,
  lift,
})

const relaxedArm = (side: Side) => arm(side * 13, side * 5)
const onHip = (side: Side) =>
  arm(side * 41, side * -46, 'open', { bend: side * 38, carries: 'none', reach: 'hip' })
const inPocket = (side: Side) =>
  arm(side * 21, side * -15, 'pocket', { reach: 'pocket', bend: side * 8 })

export const POSES = {
  contrapposto: {
    shoulderTilt: 4,
    hipTilt: -6,
    lean: -4,
    headTilt: 4,
    headTurn: 0.3,
    arms: [onHip(-1), relaxedArm(1)],
    legs: [leg(-9, -3, -1), leg(-1, -1, 1)],
    nearLeg: 1,
  },
  walking: {
    shoulderTilt: -3,
    hipTilt: 4,
    lean: 3,
    headTilt: -2,
    headTurn: -0.4,
    arms: [arm(-20, -9), arm(21, 4)],
    legs: [leg(-8, -3, -1), leg(4, 19, -1, 19)],
    nearLeg: -1,
  },
  striding: {
    shoulderTilt: -4,
    hipTilt: 5,
    lean: 6,
    headTilt: 2,
    headTurn: 0.5,
    arms: [arm(-26, -20), arm(15, 33)],
    legs: [leg(-6, -20, 1, 20), leg(11, 4, 1)],
    nearLeg: 1,
  },
  pockets: {
    shoulderTilt: 2,
    hipTilt: -3,
    lean: 0,
    headTilt: -5,
    headTurn: -0.3,
    arms: [inPocket(-1), inPocket(1)],
    legs: [leg(-11, -6, -1), leg(4, 2, 1)],
    nearLeg: 1,
  },
  onePocket: {
    shoulderTilt: -4,
    hipTilt: 5,
    lean: 4,
    headTilt: -4,
    headTurn: 0.2,
    arms: [relaxedArm(-1), inPocket(1)],
    legs: [leg(0, 1, -1), leg(11, 5, 1)],
    nearLeg: -1,
  },
  handBag: {
    shoulderTilt: 3,
    hipTilt: -4,
    lean: -2,
    headTilt: 5,
    headTurn: 0.4,
    arms: [arm(-20, -10), arm(12, 136, 'open', { bend: 30, carries: 'crook' })],
    legs: [leg(-6, -1, -1), leg(3, 1, 1)],
    nearLeg: 1,
  },
  raised: {
    shoulderTilt: -7,
    hipTilt: 6,
    lean: 5,
    headTilt: 6,
    headTurn: -0.3,
    arms: [arm(-16, -6), arm(97, 226, 'open', { bend: 12, carries: 'none', over: 'head' })],
    legs: [leg(1, 1, -1), leg(14, 4, 1)],
    nearLeg: -1,
  },
  power: {
    shoulderTilt: 0,
    hipTilt: 0,
    lean: 0,
    headTilt: 0,
    headTurn: 0.2,
    arms: [onHip(-1), onHip(1)],
    legs: [leg(-11, -8, -1), leg(11, 8, 1)],
    nearLeg: 1,
  },
  crossed: {
    shoulderTilt: -2,
    hipTilt: 4,
    lean: 2,
    headTilt: -5,
    headTurn: 0.3,
    arms: [
      arm(-14, 97, 'open', { carries: 'none', over: 'torso', bend: -14 }),
      arm(14, -96, 'hidden', { carries: 'none', over: 'torso' }),
    ],
    legs: [leg(-2, 0, -1), leg(11, 4, 1)],
    nearLeg: -1,
  },
  holding: {
    shoulderTilt: 3,
    hipTilt: -5,
    lean: -3,
    headTilt: 8,
    headTurn: -0.5,
    arms: [arm(-9, 62, 'fist', { carries: 'hang', over: 'torso' }), arm(14, 6)],
    legs: [leg(-10, -4, -1), leg(0, 0, 1)],
    nearLeg: 1,
  },
} satisfies Record<string, Pose>
export type PoseName = keyof typeof POSES

/** A garment laid flat: sleeves out, legs apart, nothing tilted. */
export const LAID_OUT: Pose = {
  shoulderTilt: 0,
  hipTilt: 0,
  lean: 0,
  headTilt: 0,
  headTurn: 0,
  arms: [arm(-27, -20), arm(27, 20)],
  legs: [leg(-5.5, -3.5, -1), leg(5.5, 3.5, 1)],
  nearLeg: 1,
}

const swapArm = (a: ArmPose): ArmPose => ({ ...a, upper: -a.upper, fore: -a.fore, bend: -a.bend })
const swapLeg = (l: LegPose): LegPose => ({
  ...l,
  thigh: -l.thigh,
  shin: -l.shin,
  foot: l.foot === 1 ? -1 : 1,
})
export const mirrorPose = (pose: Pose): Pose => ({
  shoulderTilt: -pose.shoulderTilt,
  hipTilt: -pose.hipTilt,
  lean: -pose.lean,
  headTilt: -pose.headTilt,
  headTurn: -pose.headTurn,
  arms: [swapArm(pose.arms[1]), swapArm(pose.arms[0])],
  legs: [swapLeg(pose.legs[1]), swapLeg(pose.legs[0])],
  nearLeg: pose.nearLeg === 1 ? -1 : 1,
})

/** The viewer's left and right. */
export type Side = -1 | 1
export const SIDES: readonly Side[] = [-1, 1]
