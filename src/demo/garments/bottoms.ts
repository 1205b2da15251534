import { deeper, paler, seamOn } from '#demo/draw/colour.ts'
import { curve, ellipse, outline, type Path } from '#demo/draw/path.ts'
import { mark, seam, stitch, type Mark, type Piece } from '#demo/draw/piece.ts'
import { between, lerp, type Point } from '#demo/draw/point.ts'
import { keyed, type WidthAt } from '#demo/draw/tube.ts'
import { SIDES, type Figure, type Side } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import { hangingEdge, onTorso } from './cutting.ts'
import type { DrawGarment, Garment, Worn } from './garment.ts'

type LegCut = { rise: number; ease: WidthAt; to: number; hip: number }
/** One trouser leg with its half of the seat: two overlap, so that legs may cross. */
const legPath = (figure: Figure, side: Side, cut: LegCut): Path => {
  const leg = figure.leg(side)
  const way = [0.16, 0.3, 0.45, 0.6, 0.8, 1].map((t) => lerp(0, cut.to, t))
  const outer = way.map((v) => leg.at(side, v, cut.ease(v)))
  const inner = way.map((v) => leg.at(-side, v, cut.ease(v) * 0.8)).reverse()
  const hips = [cut.rise, lerp(cut.rise, 1, 0.5), 0.97].map((v) =>
    figure.torso(side, v, v === cut.rise ? 1.5 : cut.hip),
  )
  const crotch = figure.torso(side * -0.06, 1.2)
  return outline([...hips, ...outer], [...inner, crotch], [figure.torso(side * -0.06, cut.rise)])
}
const creaseOf = (figure: Figure, side: Side, from: number, to: number): Path => {
  const leg = figure.leg(side)
  return curve([from, lerp(from, to, 0.5), to].map((v) => leg.at(side * 0.1, v)))
}
const waistBand = (figure: Figure, rise: number, ink: string): Mark[] => [
  seam(
    curve(
      [-1.2, -0.5, 0, 0.5, 1.2].map((u) => figure.torso(u, rise + 0.055 + (1 - u * u) * 0.006)),
    ),
    ink,
    1.5,
    0.8,
  ),
]

const legs = (
  garment: Garment,
  figure: Figure,
  cut: LegCut,
  marks: (side: Side) => Mark[],
  z: number = LAYER.trousers,
): Piece[] =>
  [...SIDES]
    .sort((a) => (a === figure.pose.nearLeg ? 1 : -1))
    .map((side) => {
      const near = side === figure.pose.nearLeg
      const shadow: Mark[] =
        near || figure.flat
          ? []
          : [mark(legPath(figure, side, { ...cut, ease: (v) => cut.ease(v) + 2 }), '#1a0f2e', 0.13)]
      return {
        owner: garment.id,
        z: z + (near ? 0.2 : 0),
        path: legPath(figure, side, cut),
        fill: garment.fabric,
        turn: figure.leg(side).heading(0.3) - 90,
        shade: 9,
        edge: near ? 0.8 : 0,
        marks: [...shadow, ...marks(side)],
      }
    })

const TROUSER_EASE: readonly { ease: WidthAt; to: number; rise: number }[] = [
  {
    ease: keyed([
      [0, 3],
      [0.5, 6],
      [1, 11],
    ]),
    to: 1,
    rise: 0.66,
  },
  {
    ease: keyed([
      [0, 5],
      [0.5, 15],
      [1.1, 27],
    ]),
    to: 1.055,
    rise: 0.58,
  },
  {
    ease: keyed([
      [0, 6],
      [0.3, 7],
      [0.6, 5],
      [1, 4],
    ]),
    to: 0.93,
    rise: 0.62,
  },
  {
    ease: keyed([
      [0, 5],
      [0.4, 10],
      [0.8, 13],
      [1, 9],
    ]),
    to: 0.98,
    rise: 0.68,
  },
  {
    ease: keyed([
      [0, 2],
      [0.5, 3],
      [0.75, 9],
      [1.05, 22],
    ]),
    to: 1.04,
    rise: 0.6,
  },
]
export const drawTrousers: DrawGarment = (garment, figure) => {
  const shape = TROUSER_EASE[garment.cut % TROUSER_EASE.length] ?? TROUSER_EASE[0]
  if (!shape) return []
  const ink = seamOn(garment.fabric.base)
  const cargo = garment.cut % TROUSER_EASE.length === 3
  return legs(garment, figure, { ...shape, hip: 3 }, (side) => {
    const leg = figure.leg(side)
    const pocket = cargo
      ? [
          mark(
            outline(
              [leg.at(side * 0.1, 0.3), leg.at(side * 1.9, 0.3)],
              [leg.at(side * 1.9, 0.42), leg.at(side * 0.1, 0.42)],
            ),
            deeper(garment.fabric.base, 0.2),
          ),
          seam(curve([leg.at(side * 0.1, 0.33), leg.at(side * 1.9, 0.33)]), ink, 1.6),
        ]
      : [seam(creaseOf(figure, side, 0.12, shape.to), ink, 1.4, 0.55)]
    return [
      ...pocket,
      ...waistBand(figure, shape.rise, ink),
      seam(
        curve([
          figure.torso(side * 0.86, shape.rise + 0.06),
          figure.torso(side * 0.98, shape.rise + 0.24),
        ]),
        ink,
        1.7,
        0.8,
      ),
      seam(
        curve([
          figure.torso(side * 0.3, shape.rise + 0.07),
          figure.torso(side * 0.32, shape.rise + 0.2),
        ]),
        ink,
        1.3,
        0.5,
      ),
      seam(curve([figure.torso(0.02, shape.rise), figure.torso(0.05, 1.1)]), ink, 1.3, 0.6),
    ]
  })
}

const JEAN_EASE: readonly { ease: WidthAt; to: number }[] = [
  {
    ease: keyed([
      [0, 2],
      [0.5, 2.5],
      [1, 3],
    ]),
    to: 0.96,
  },
  {
    ease: keyed([
      [0, 3],
      [0.5, 6],
      [1, 9],
    ]),
    to: 0.97,
  },
  {
    ease: keyed([
      [0, 5],
      [0.5, 13],
      [1.05, 20],
    ]),
    to: 1.03,
  },
  {
    ease: keyed([
      [0, 2],
      [0.55, 3],
      [0.8, 9],
      [1.05, 18],
    ]),
    to: 1.03,
  },
]
export const drawJeans: DrawGarment = (garment, figure) => {
  const shape = JEAN_EASE[garment.cut % JEAN_EASE.length] ?? JEAN_EASE[0]
  if (!shape) return []
  const ink = seamOn(garment.fabric.base)
  const thread = garment.trim
  const rolled = garment.cut % 8 === 1
  return legs(garment, figure, { ...shape, rise: 0.66, hip: 2.5 }, (side) => {
    const leg = figure.leg(side)
    const fade = outline(
      [leg.at(side * 0.5, 0.14), leg.at(side * 0.45, 0.4)],
      [leg.at(-side * 0.35, 0.4), leg.at(-side * 0.25, 0.14)],
    )
    return [
      mark(fade, paler(garment.fabric.base, 0.4), 0.25),
      ...waistBand(figure, 0.66, ink),
      stitch(
        curve([
          figure.torso(side * 0.5, 0.73),
          figure.torso(side * 0.62, 0.8),
          figure.torso(side * 1.02, 0.82),
        ]),
        thread,
        1.4,
      ),
      stitch(
        curve([leg.at(side * 0.78, 0.05), leg.at(side * 0.8, 0.5), leg.at(side * 0.9, shape.to)]),
        thread,
        1.2,
      ),
      stitch(
        curve([figure.torso(0.1, 0.73), figure.torso(0.12, 0.95), figure.torso(0, 1.08)]),
        thread,
        1.3,
      ),
      mark(ellipse(figure.torso(0, 0.69), 2.4), garment.metal),
      ...(rolled
        ? [
            mark(
              outline(
                [leg.at(-2.5, shape.to - 0.055), leg.at(2.5, shape.to - 0.055)],
                [leg.at(2.5, shape.to + 0.03), leg.at(-2.5, shape.to + 0.03)],
              ),
              paler(garment.fabric.base, 0.45),
            ),
          ]
        : [
            stitch(
              curve([leg.at(-2.5, shape.to - 0.02), leg.at(2.5, shape.to - 0.02)]),
              thread,
              1.2,
            ),
          ]),
    ]
  })
}

export const drawLeggings: DrawGarment = (garment, figure) => {
  const ink = seamOn(garment.fabric.base)
  return legs(garment, figure, { rise: 0.58, ease: () => 1.2, to: 0.97, hip: 1.4 }, (side) => {
    const leg = figure.leg(side)
    const stripe =
      garment.cut % 2
        ? [
            seam(
              curve([
                figure.torso(side * 0.94, 0.62),
                leg.at(side * 0.8, 0.2),
                leg.at(side * 0.76, 0.5),
                leg.at(side * 0.7, 0.97),
              ]),
              garment.trim,
              4.5,
              1,
            ),
          ]
        : []
    return [...stripe, ...waistBand(figure, 0.6, ink)]
  })
}

export const drawShorts: DrawGarment = (garment, figure) => {
  const cut = garment.cut % 4
  const to = [0.24, 0.17, 0.42, 0.3][cut] ?? 0.24
  const ink = seamOn(garment.fabric.base)
  const ease = keyed([
    [0, 4],
    [to, cut === 1 ? 7 : 13],
  ])
  return legs(garment, figure, { rise: 0.62, ease, to, hip: 4 }, (side) => {
    const leg = figure.leg(side)
    return [
      ...waistBand(figure, 0.62, ink),
      seam(curve([figure.torso(side * 0.84, 0.7), figure.torso(side * 1, 0.9)]), ink, 1.7, 0.8),
      cut === 3
        ? mark(
            outline(
              [leg.at(-2.5, to - 0.045), leg.at(2.5, to - 0.045)],
              [leg.at(2.5, to + 0.03), leg.at(-2.5, to + 0.03)],
            ),
            garment.trim,
          )
        : seam(curve([leg.at(-2.5, to - 0.02), leg.at(2.5, to - 0.02)]), ink, 1.3, 0.6),
      ...(cut === 2 ? [seam(creaseOf(figure, side, 0.04, to), ink, 1.3, 0.6)] : []),
      seam(curve([figure.torso(0.02, 0.62), figure.torso(0.05, 1.08)]), ink, 1.3, 0.6),
    ]
  })
}

export type SkirtCut = {
  rise: number
  length: number
  flare: number
  ease: number
  pleats: number
  dip: number
  slit?: boolean
}
export const skirtRuns = (
  figure: Figure,
  cut: SkirtCut,
): { left: Point[]; right: Point[]; hem: Point[] } => {
  const side = (s: Side): Point[] => [
    ...[0, 0.35, 0.7].map((t) =>
      figure.torso(s, lerp(cut.rise, 1, t), 1.5 + cut.ease * t + cut.flare * 12 * t),
    ),
    ...hangingEdge(figure, s, cut.length, cut.flare, cut.ease + 1.5 + cut.flare * 12),
  ]
  const [left, right] = [side(-1), side(1)]
  const a: Point = left.at(-1) ?? [0, 0]
  const b: Point = right.at(-1) ?? [0, 0]
  const hem = Array.from({ length: 9 }, (_, i): Point => {
    const t = i / 8
    const [x, y] = between(a, b, t)
    return [x, y + Math.sin(t * Math.PI) * cut.dip + (cut.pleats ? (i % 2) * cut.dip * 0.35 : 0)]
  })
  return { left, right, hem }
}
export const pleatMarks = (
  figure: Figure,
  cut: SkirtCut,
  runs: ReturnType<typeof skirtRuns>,
  ink: string,
): Mark[] =>
  Array.from({ length: cut.pleats }, (_, i) => {
    const t = (i + 1) / (cut.pleats + 1)
    const hemPoint = between(runs.left.at(-1) ?? [0, 0], runs.right.at(-1) ?? [0, 0], t)
    const hip = figure.torso(lerp(-0.96, 0.96, t), 1)
    return seam(
      curve([
        figure.torso(lerp(-0.9, 0.9, t), cut.rise + 0.06),
        hip,
        [hemPoint[0], hemPoint[1] + cut.dip * 1.5],
      ]),
      ink,
      i % 2 ? 1.2 : 2.2,
      i % 2 ? 0.45 : 0.7,
    )
  })

const SKIRTS: readonly SkirtCut[] = [
  { rise: 0.58, length: 165, flare: -0.02, ease: 1, pleats: 0, dip: 6, slit: true },
  { rise: 0.58, length: 140, flare: 0.24, ease: 3, pleats: 0, dip: 12 },
  { rise: 0.58, length: 225, flare: 0.26, ease: 3, pleats: 9, dip: 10 },
  { rise: 0.6, length: 340, flare: 0.18, ease: 4, pleats: 4, dip: 12 },
  { rise: 0.64, length: 72, flare: 0.2, ease: 3, pleats: 0, dip: 8 },
  { rise: 0.62, length: 82, flare: 0.3, ease: 3, pleats: 7, dip: 9 },
  { rise: 0.58, length: 250, flare: 0.02, ease: 2, pleats: 0, dip: 8, slit: true },
]
export const drawSkirt: DrawGarment = (garment: Garment, figure: Figure, worn: Worn) => {
  const cut = SKIRTS[garment.cut % SKIRTS.length]
  if (!cut) return []
  const ink = seamOn(garment.fabric.base)
  const runs = skirtRuns(figure, cut)
  const slit = cut.slit
    ? [
        seam(
          curve([
            figure.torso(0.45, 1.1),
            between(figure.torso(0.45, 1.1), runs.hem[6] ?? [0, 0], 1.05),
          ]),
          ink,
          1.8,
          0.8,
        ),
      ]
    : []
  const buttons =
    garment.cut % 3 === 1 && !cut.pleats
      ? Array.from({ length: 6 }, (_, i) =>
          mark(
            ellipse(between(figure.torso(0, cut.rise + 0.12), runs.hem[4] ?? [0, 0], i / 6), 2.6),
            garment.metal,
          ),
        )
      : []
  return [
    {
      owner: garment.id,
      z: worn.tucked ? LAYER.skirt : LAYER.trousers + 1,
      fill: garment.fabric,
      turn: figure.pose.hipTilt,
      shade: 18,
      path: outline(runs.left, runs.hem, [...runs.right].reverse(), [
        figure.torso(1, cut.rise, 1.5),
        figure.torso(0, cut.rise + 0.012),
        figure.torso(-1, cut.rise, 1.5),
      ]),
      marks: [
        ...pleatMarks(figure, cut, runs, ink),
        ...slit,
        ...buttons,
        seam(
          curve(
            [-1.2, -0.5, 0, 0.5, 1.2].map((u) =>
              figure.torso(u, cut.rise + 0.06 + (1 - u * u) * 0.012),
            ),
          ),
          ink,
          1.6,
          0.8,
        ),
        ...(cut.pleats
          ? []
          : [
              seam(onTorso(figure, 'M-4,0 L-6,26', cut.rise + 0.07, -0.45), ink, 1.2, 0.6),
              seam(onTorso(figure, 'M4,0 L6,26', cut.rise + 0.07, 0.45), ink, 1.2, 0.6),
            ]),
      ],
    },
  ]
}
