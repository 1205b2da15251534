import { curve, outline, type Path } from '#demo/draw/path.ts'
import { type Mark, mark, type Piece, seam } from '#demo/draw/piece.ts'
import { lerp } from '#demo/draw/point.ts'
import type { WidthAt } from '#demo/draw/tube.ts'
import { type Figure } from '#demo/figure/skeleton.ts'
import { type Side, SIDES } from '#demo/figure/side.ts'
import { LAYER } from '#demo/layers.ts'
import type { Garment } from './garment.ts'

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
