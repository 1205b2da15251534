import { lengthOf, sine, squareRoot } from '#demo/draw/exact-math.ts'
import {
  add,
  between,
  compose,
  headingOf,
  lerp,
  type Matrix,
  placement,
  type Point,
  rotation,
  scaling,
  stepDown,
  subtract,
  translation,
  turnPoint,
} from '#demo/draw/point.ts'
import { interpolateWidths, type Limb, limbAlong } from '#demo/draw/tube.ts'
import type { Body } from './body.ts'
import { type ArmPose, type Pose, type Side, SIDES } from './pose.ts'

type Foot = {
  /** Local frame: x to the toe, y down, ankle at 0,0, sole at SOLE. */ frame: Matrix
  side: Side
}
export type Figure = {
  body: Body
  pose: Pose
  /** Laid flat for a product picture. */
  flat: boolean
  heel: number
  /** -1..1 across, 0 (shoulders) to 1 (hips) down, and beyond. */
  torso: (u: number, v: number, ease?: number) => Point
  arm: (side: Side) => Limb
  leg: (side: Side) => Limb
  hand: (side: Side) => { frame: Matrix; pose: ArmPose; wrist: Point }
  foot: (side: Side) => Foot
  /** Local frame: centre of the face at 0,0, chin at 46, crown at -44. */
  head: Matrix
  neckTop: Point
  neckBase: Point
  ground: number
}
export const SOLE = 24

const bySide =
  <T>(left: T, right: T) =>
  (side: Side) =>
    side < 0 ? left : right

/** The elbow between a and b, pointing outwards. Assumes that b is within reach. */
const elbowTowards = (a: Point, b: Point, side: Side, upper: number, fore: number): Point => {
  const span = Math.min(upper + fore - 1, lengthOf(b[0] - a[0], b[1] - a[1]))
  const along = (upper * upper - fore * fore + span * span) / (2 * span)
  const out = squareRoot(Math.max(0, upper * upper - along * along))
  const way: Point = [(b[0] - a[0]) / span, (b[1] - a[1]) / span]
  return [a[0] + way[0] * along + side * way[1] * out, a[1] + way[1] * along - side * way[0] * out]
}

export const buildFigure = (body: Body, pose: Pose, heel = 0, flat = false): Figure => {
  const hips: Point = [0, 0]
  const chest: Point = [pose.lean, -body.torso]
  const widths = interpolateWidths([
    [0, body.shoulder],
    [0.1, body.shoulder * 0.97],
    [0.27, body.bust],
    [0.42, lerp(body.bust, body.waist, 0.55)],
    [0.6, body.waist],
    [0.8, lerp(body.waist, body.hip, 0.72)],
    [0.97, body.hip],
    [1.15, body.hip * 0.96],
  ])
  const torso = (u: number, v: number, ease = 0): Point => {
    const t = Math.min(1, Math.max(0, v))
    const angle = lerp(pose.shoulderTilt, pose.hipTilt, t)
    // The spine bends towards the raised hip, which gives the stance weight.
    const bow = sine(t * Math.PI) * (pose.shoulderTilt - pose.hipTilt) * 0.45
    const center = add(between(chest, hips, t), [bow, 0])
    const beyond = turnPoint([0, (v - t) * body.torso], angle)
    return add(add(center, beyond), turnPoint([u * (widths(v) + ease), 0], angle))
  }

  const armOf = (side: Side, arm: ArmPose) => {
    const joint = torso(side * 0.85, 0.1)
    const goal =
      arm.reach === 'pocket'
        ? torso(side * 0.95, 1.0, 2)
        : arm.reach === 'hip'
          ? torso(side, 0.78, 3)
          : null
    const elbow = goal
      ? elbowTowards(joint, goal, side, body.upperArm, body.foreArm)
      : stepDown(joint, arm.upper, body.upperArm)
    const wrist = goal ?? stepDown(elbow, arm.fore, body.foreArm)
    const width = interpolateWidths([
      [0, 12.8 * body.limb],
      [0.16, 13.2 * body.limb],
      [0.34, 12 * body.limb],
      [0.52, 10.4 * body.limb],
      [0.64, 10.6 * body.limb],
      [1, 6.8 * squareRoot(body.limb)],
    ])
    const limb = limbAlong(
      [
        joint,
        between(joint, elbow, 0.4),
        between(joint, elbow, 0.86),
        between(elbow, wrist, 0.16),
        between(elbow, wrist, 0.6),
        wrist,
      ],
      width,
    )
    // A hand pointing straight down is at 90° in SVG.
    const heading = headingOf(elbow, wrist) - arm.bend
    const frame = placement(wrist, heading, 1, side)
    return { limb, hand: { frame, pose: arm, wrist } }
  }
  const arms = bySide(armOf(-1, pose.arms[0]), armOf(1, pose.arms[1]))

  const legOf = (side: Side) => {
    const { thigh, shin, foot, lift } = pose.legs[side < 0 ? 0 : 1]
    const joint = torso(side * 0.52, 1.03)
    const knee = stepDown(joint, thigh, body.thigh)
    const ankle = stepDown(knee, shin, body.shin)
    const width = interpolateWidths([
      [0, Math.max(23, body.hip * 0.52)],
      [0.2, 22.5 * body.limb],
      [0.47, 14.5 * body.limb],
      [0.56, 13.5 * body.limb],
      [0.7, 14 * body.limb],
      [0.97, 7 * squareRoot(body.limb)],
      [1, 7.2 * squareRoot(body.limb)],
    ])
    const limb = limbAlong(
      [
        joint,
        between(joint, knee, 0.45),
        between(joint, knee, 0.9),
        between(knee, ankle, 0.12),
        between(knee, ankle, 0.55),
        ankle,
      ],
      width,
    )
    const squeeze = flat ? 1 : 0.86
    const frame = compose(
      translation(ankle[0], ankle[1]),
      compose(scaling(foot * squeeze, 1), rotation(Math.max(0, lift - heel * 0.4))),
    )
    return { limb, foot: { frame, side }, floor: lift ? -Infinity : ankle[1] + SOLE + heel }
  }
  const [left, right] = [legOf(-1), legOf(1)]
  const legs = bySide(left, right)

  const neckBase = torso(0, -0.01)
  const tilt = pose.shoulderTilt * 0.4 + pose.headTilt
  const neckTop = add(neckBase, turnPoint([pose.headTurn * 3, -body.neck], tilt * 0.6))
  const headCenter = add(neckTop, turnPoint([0, -41 * body.head], tilt))
  return {
    body,
    pose,
    flat,
    heel,
    torso,
    arm: (side) => arms(side).limb,
    leg: (side) => legs(side).limb,
    hand: (side) => arms(side).hand,
    foot: (side) => legs(side).foot,
    head: placement(headCenter, tilt, body.head * 1.08),
    neckTop,
    neckBase,
    ground: Math.max(left.floor, right.floor),
  }
}

/** The outermost x of both legs at height y, which a skirt must clear. */
export const legReach = (figure: Figure, side: Side, y: number): number => {
  let reach = -Infinity
  for (const which of SIDES) {
    const leg = figure.leg(which)
    const [top, bottom] = [leg.at(0, 0)[1], leg.at(0, 1)[1]]
    const v = Math.min(1, Math.max(0, (y - top) / (bottom - top)))
    reach = Math.max(reach, subtract(leg.at(0, v), [0, 0])[0] * side + leg.width(v))
  }
  return reach * side
}
