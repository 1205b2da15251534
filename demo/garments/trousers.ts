import { darken, lighten, seamOn } from '#demo/draw/color.ts'
import { curve, ellipse, outline, type Path } from '#demo/draw/path.ts'
import { mark, type Mark, type Piece, seam, stitch } from '#demo/draw/piece.ts'
import { lerp } from '#demo/draw/point.ts'
import { interpolateWidths, type WidthAt } from '#demo/draw/tube.ts'
import { type Side, SIDES } from '#demo/figure/pose.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import type { DrawGarment, Garment } from './garment.ts'

type LegCut = { rise: number; ease: WidthAt; to: number; hip: number }

/** One trouser leg with its half of the seat. The two overlap, so that legs can cross. */
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

export const creaseOf = (figure: Figure, side: Side, from: number, to: number): Path => {
  const leg = figure.leg(side)
  return curve([from, lerp(from, to, 0.5), to].map((v) => leg.at(side * 0.1, v)))
}

export const waistBand = (figure: Figure, rise: number, ink: string): Mark[] => [
  seam(
    curve(
      [-1.2, -0.5, 0, 0.5, 1.2].map((u) => figure.torso(u, rise + 0.055 + (1 - u * u) * 0.006)),
    ),
    ink,
    1.5,
    0.8,
  ),
]

export const legs = (
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
    ease: interpolateWidths([
      [0, 3],
      [0.5, 6],
      [1, 11],
    ]),
    to: 1,
    rise: 0.66,
  },
  {
    ease: interpolateWidths([
      [0, 5],
      [0.5, 15],
      [1.1, 27],
    ]),
    to: 1.055,
    rise: 0.58,
  },
  {
    ease: interpolateWidths([
      [0, 6],
      [0.3, 7],
      [0.6, 5],
      [1, 4],
    ]),
    to: 0.93,
    rise: 0.62,
  },
  {
    ease: interpolateWidths([
      [0, 5],
      [0.4, 10],
      [0.8, 13],
      [1, 9],
    ]),
    to: 0.98,
    rise: 0.68,
  },
  {
    ease: interpolateWidths([
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
            darken(garment.fabric.base, 0.2),
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

const JEAN_EASE: readonly { ease: WidthAt; to: number }[] = [
  {
    ease: interpolateWidths([
      [0, 2],
      [0.5, 2.5],
      [1, 3],
    ]),
    to: 0.96,
  },
  {
    ease: interpolateWidths([
      [0, 3],
      [0.5, 6],
      [1, 9],
    ]),
    to: 0.97,
  },
  {
    ease: interpolateWidths([
      [0, 5],
      [0.5, 13],
      [1.05, 20],
    ]),
    to: 1.03,
  },
  {
    ease: interpolateWidths([
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
  const isRolled = garment.cut % 8 === 1
  return legs(garment, figure, { ...shape, rise: 0.66, hip: 2.5 }, (side) => {
    const leg = figure.leg(side)
    const fade = outline(
      [leg.at(side * 0.5, 0.14), leg.at(side * 0.45, 0.4)],
      [leg.at(-side * 0.35, 0.4), leg.at(-side * 0.25, 0.14)],
    )
    return [
      mark(fade, lighten(garment.fabric.base, 0.4), 0.25),
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
      ...(isRolled
        ? [
            mark(
              outline(
                [leg.at(-2.5, shape.to - 0.055), leg.at(2.5, shape.to - 0.055)],
                [leg.at(2.5, shape.to + 0.03), leg.at(-2.5, shape.to + 0.03)],
              ),
              lighten(garment.fabric.base, 0.45),
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

export const drawShorts: DrawGarment = (garment, figure) => {
  const cut = garment.cut % 4
  const to = [0.24, 0.17, 0.42, 0.3][cut] ?? 0.24
  const ink = seamOn(garment.fabric.base)
  const ease = interpolateWidths([
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
