import { darken } from '#demo/draw/color.ts'
import { ellipse, outline, type Path } from '#demo/draw/path.ts'
import { type Mark, mark, type Piece } from '#demo/draw/piece.ts'
import { between, lerp, type Point } from '#demo/draw/point.ts'
import type { WidthAt } from '#demo/draw/tube.ts'
import { type Side, SIDES } from '#demo/figure/pose.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import { hangingEdge, onTorso, sideSeam, sleeves } from './cutting.ts'
import type { Garment } from './garment.ts'

export type Front = {
  /** Pixels below the hips; negative ends above them. */
  length: number
  flare: number
  ease: WidthAt
  /** Distance of the front edge from the middle, at the lapel break and at the hem. */
  gap: readonly [number, number]
  /** Where the lapels meet. */
  break: number
}

type Edges = { side: Point[]; hem: Point[]; inner: Point[] }

const edgesOf = (figure: Figure, side: Side, front: Front): Edges => {
  const { torso, body } = figure
  const end = 1 + Math.min(0, front.length) / body.torso
  const seamLine = sideSeam(figure, side, 0.27, end, front.ease)
  const below =
    front.length > 0 ? hangingEdge(figure, side, front.length, front.flare, front.ease(1)) : []
  const sidePoints = [...seamLine.slice(0, below.length ? -1 : undefined), ...below]
  const corner = sidePoints.at(-1) ?? [0, 0]
  const middle = torso(side * front.gap[1], end)
  const innerHem: Point = [
    lerp(middle[0], middle[0] + (corner[0] - torso(side, end)[0]) * 0.25, front.length > 0 ? 1 : 0),
    corner[1] + 5,
  ]
  const hem = [corner, [lerp(corner[0], innerHem[0], 0.5), corner[1] + 5] as const, innerHem]
  const inner = [
    innerHem,
    ...(front.length > 60 ? [between(torso(side * front.gap[1], 1), innerHem, 0.35)] : []),
    torso(side * lerp(front.gap[0], front.gap[1], 0.6), Math.min(end, 0.8)),
    torso(side * front.gap[0], front.break),
  ]
  return { side: sidePoints, hem, inner }
}

const panelPath = (figure: Figure, side: Side, front: Front): Path => {
  const { torso } = figure
  const edges = edgesOf(figure, side, front)
  const ease = front.ease(0)
  return outline(
    [torso(side * 0.3, -0.06), torso(side * 0.55, -0.02), torso(side * 0.97, 0.03, ease)],
    [
      torso(side * 0.99, 0.06, ease),
      torso(side, 0.16, front.ease(0.1)),
      torso(side, 0.27, front.ease(0.27)),
    ],
    edges.side,
    edges.hem,
    edges.inner,
    [torso(side * front.gap[0], front.break), torso(side * 0.22, 0.1), torso(side * 0.26, -0.06)],
  )
}

export const lining = (garment: Garment, figure: Figure, front: Front): Piece => {
  const [left, right] = [edgesOf(figure, -1, front), edgesOf(figure, 1, front)]
  const lift = (points: Point[]) => points.map(([x, y]): Point => [x, y - 4])
  return {
    owner: garment.id,
    z: LAYER.coatBack,
    fill: darken(garment.trim, 0.35),
    path: outline(
      [figure.torso(-0.34, -0.09), figure.torso(0, -0.075), figure.torso(0.34, -0.09)],
      [figure.torso(0.9, 0.05)],
      lift([...right.side]),
      lift([...left.side].reverse()),
      [figure.torso(-0.9, 0.05)],
    ),
  }
}

export const panels = (
  garment: Garment,
  figure: Figure,
  front: Front,
  marks: (side: Side) => Mark[],
): Piece[] =>
  ([1, -1] as const).map((side) => ({
    owner: garment.id,
    z: LAYER.coat + (side < 0 ? 0.2 : 0),
    path: panelPath(figure, side, front),
    fill: garment.fabric,
    turn: lerp(figure.pose.shoulderTilt, figure.pose.hipTilt, 0.5),
    shade: 11,
    edge: 0.8,
    marks: marks(side),
  }))

export const notchedLapel = (
  garment: Garment,
  figure: Figure,
  front: Front,
  fill: Piece['fill'],
  wide = 1,
): Piece[] =>
  SIDES.flatMap((side) => {
    const t = (u: number, v: number) => figure.torso(side * u, v)
    const notch = lerp(0.02, front.break, 0.34)
    return [
      {
        owner: garment.id,
        z: LAYER.lapels,
        fill,
        turn: side * 38,
        shade: 3,
        edge: 1.1,
        path: outline(
          [t(0.24, -0.05), t(0.2, 0.12), t(front.gap[0], front.break)],
          [
            t(front.gap[0] + 0.1, front.break - 0.02),
            t(0.5 * wide, lerp(notch, front.break, 0.4)),
            t(0.66 * wide, notch + 0.035),
          ],
          [t(0.46, notch)],
          [t(0.42, -0.03)],
        ),
      },
      {
        owner: garment.id,
        z: LAYER.lapels + 0.1,
        fill,
        turn: side * -30,
        shade: 3,
        edge: 1.1,
        path: outline(
          [t(0.22, -0.1), t(0.36, -0.085), t(0.5, 0.0), t(0.62 * wide, notch - 0.03)],
          [t(0.46, notch)],
          [t(0.3, 0.02), t(0.22, -0.1)],
        ),
      },
    ]
  })

export const longSleeves = (
  garment: Garment,
  figure: Figure,
  ease: WidthAt,
  marks?: (side: Side) => Mark[],
  to = 0.975,
): Piece[] =>
  sleeves(garment, figure, { to, ease, z: LAYER.coatSleeves, ...(marks ? { marks } : {}) })

export const sleeveButtons =
  (figure: Figure, button: string) =>
  (side: Side): Mark[] =>
    [0.93, 0.955].map((v) => mark(ellipse(figure.arm(side).at(-side * 0.75, v), 1.6), button))

export const flapPocket = (
  figure: Figure,
  side: Side,
  v: number,
  ink: string,
  fill: string,
): Mark[] => [
  {
    ...mark(onTorso(figure, 'M-15,-4 L15,-4 L15,6 L-15,6 Z', v, side * 0.66), fill),
    stroke: ink,
    width: 1,
  },
]

export const column = (
  figure: Figure,
  u: number,
  from: number,
  to: number,
  count: number,
  fill: string,
  radius = 3.2,
): Mark[] =>
  Array.from({ length: count }, (_, i) =>
    mark(ellipse(figure.torso(u, lerp(from, to, count > 1 ? i / (count - 1) : 0)), radius), fill),
  )
