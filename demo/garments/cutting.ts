import { seamOn } from '#demo/draw/color.ts'
import { sine } from '#demo/draw/exact-math.ts'
import { outline, type Path, pathOf, transformPath } from '#demo/draw/path.ts'
import type { Mark, Piece } from '#demo/draw/piece.ts'
import { between, lerp, placement, type Point } from '#demo/draw/point.ts'
import { interpolateWidths, sleeve, type WidthAt } from '#demo/draw/tube.ts'
import { type Side, SIDES } from '#demo/figure/pose.ts'
import { type Figure, legReach } from '#demo/figure/skeleton.ts'
import { armLayer } from '#demo/figure/skin.ts'
import type { Garment } from './garment.ts'

/** The side of the body from the armpit down to `to`. */
export const sideSeam = (
  figure: Figure,
  side: Side,
  from: number,
  to: number,
  ease: WidthAt,
): Point[] =>
  [0, 0.2, 0.4, 0.6, 0.8, 1].map((t) => {
    const v = lerp(from, to, t)
    return figure.torso(side, v, ease(v))
  })

/** Below the hips cloth hangs free, flares and clears both legs. */
export const hangingEdge = (
  figure: Figure,
  side: Side,
  length: number,
  flare: number,
  ease: number,
): Point[] => {
  const [hipX, hipY] = figure.torso(side, 1, ease)
  return [0, 0.25, 0.5, 0.75, 1].map((t): Point => {
    const y = hipY + length * t
    const free = (hipX + side * flare * length * t) * side
    const clear = legReach(figure, side, y) * side + ease * 0.8
    return [Math.max(free, t === 0 ? free : clear) * side, y]
  })
}

export type Neckline = {
  kind: 'round' | 'v' | 'square' | 'straight'
  half: number
  depth: number
  rise?: number
}
/** Neckline from right to left, as runs with corners between them. */
export const neckRuns = (
  figure: Figure,
  { kind, half, depth, rise = 0.035 }: Neckline,
): Point[][] => {
  const u = half / figure.body.shoulder
  const [right, left] = [figure.torso(u, -rise), figure.torso(-u, -rise)]
  if (kind === 'v')
    return [
      [right, figure.torso(0, depth)],
      [figure.torso(0, depth), left],
    ]
  if (kind === 'straight') return [[right, left]]
  if (kind === 'square')
    return [
      [right, figure.torso(u * 0.94, depth)],
      [figure.torso(u * 0.94, depth), figure.torso(-u * 0.94, depth)],
      [figure.torso(-u * 0.94, depth), left],
    ]
  return [
    [
      right,
      figure.torso(u * 0.72, lerp(-rise, depth, 0.72)),
      figure.torso(0, depth),
      figure.torso(-u * 0.72, lerp(-rise, depth, 0.72)),
      left,
    ],
  ]
}

export type BodiceCut = {
  neck: Neckline
  ease: WidthAt
  /** Where it ends, in torso coordinates. */
  hem: number
  /** How far the middle of the hem hangs below its sides. */
  dip?: number
  /** Covered share of the shoulder: 1 with sleeves, less without. */
  shoulder?: number
}
export const bodice = (figure: Figure, cut: BodiceCut): Path => {
  const { torso } = figure
  const tip = cut.shoulder ?? 1
  const sleeveless = tip < 0.95
  const edge = (side: Side): Point[] => [
    torso((side * cut.neck.half) / figure.body.shoulder, -(cut.neck.rise ?? 0.035)),
    torso(side * tip * 0.97, sleeveless ? 0.015 : 0.03, sleeveless ? 0 : cut.ease(0)),
  ]
  const armhole = (side: Side): Point[] =>
    sleeveless
      ? [
          torso(side * tip * 0.97, 0.015),
          torso(side * tip * 0.9, 0.13),
          torso(side, 0.27, cut.ease(0.27)),
        ]
      : [
          torso(side * 0.99, 0.06, cut.ease(0)),
          torso(side, 0.16, cut.ease(0.1)),
          torso(side, 0.27, cut.ease(0.27)),
        ]
  const down = (side: Side) => sideSeam(figure, side, 0.27, cut.hem, cut.ease)
  const [left, right] = [down(-1), down(1)]
  const dip = cut.dip ?? 0.015
  const ends = [left.at(-1) ?? [0, 0], right.at(-1) ?? [0, 0]] as const
  const hem = [0, 0.25, 0.5, 0.75, 1].map((t): Point => {
    const [x, y] = between(ends[0], ends[1], t)
    return [x, y + sine(t * Math.PI) * dip * figure.body.torso]
  })
  return outline(
    edge(-1),
    armhole(-1),
    left,
    hem,
    [...right].reverse(),
    [...armhole(1)].reverse(),
    [...edge(1)].reverse(),
    ...neckRuns(figure, cut.neck),
  )
}

export const constant =
  (ease: number): WidthAt =>
  () =>
    ease
export const easeBy = (...keys: (readonly [number, number])[]): WidthAt => interpolateWidths(keys)

/** Both sleeves, down to `to` along the arm. */
export const sleeves = (
  garment: Garment,
  figure: Figure,
  cut: {
    to: number
    ease: WidthAt
    z: number
    cuff?: number
    from?: number
    marks?: (side: Side) => Mark[]
  },
): Piece[] =>
  SIDES.map((side): Piece => {
    const arm = figure.arm(side)
    const seamInk = seamOn(garment.fabric.base)
    const cuff: Mark[] = cut.cuff
      ? [
          {
            path: [
              ['M', ...arm.at(-1.4, cut.to - cut.cuff, cut.ease(cut.to))],
              ['L', ...arm.at(1.4, cut.to - cut.cuff, cut.ease(cut.to))],
            ],
            stroke: seamInk,
            width: 1.8,
            opacity: 0.8,
          },
        ]
      : []
    return {
      owner: garment.id,
      z: armLayer(figure, side, cut.z),
      path: sleeve(arm, cut.from ?? 0, cut.to, cut.ease, { capStart: true, count: 9 }),
      fill: garment.fabric,
      turn: arm.heading(0.3) - 90,
      shade: 7,
      edge: 0.9,
      marks: [...cuff, ...(cut.marks?.(side) ?? [])],
    }
  })

/** Places a local drawing on the torso, relative to the point (0, v). */
export const onTorso = (figure: Figure, d: string | Path, v: number, u = 0): Path => {
  const at = figure.torso(u, v)
  const t = Math.min(1, Math.max(0, v))
  const tilt = lerp(figure.pose.shoulderTilt, figure.pose.hipTilt, t)
  return transformPath(typeof d === 'string' ? pathOf(d) : d, placement(at, tilt))
}
/** The centre front line. */
export const frontLine = (figure: Figure, from: number, to: number, u = 0): Point[] =>
  [0, 0.25, 0.5, 0.75, 1].map((t) => figure.torso(u, lerp(from, to, t)))
