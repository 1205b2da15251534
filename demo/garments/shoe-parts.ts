import { type Path, pathOf, transformPath } from '#demo/draw/path.ts'
import type { Mark, Piece } from '#demo/draw/piece.ts'
import {
  compose,
  IDENTITY,
  type Matrix,
  type Point,
  scaling,
  translation,
} from '#demo/draw/point.ts'
import { type Side, SIDES } from '#demo/figure/pose.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import type { Garment, GarmentType } from './garment.ts'

/** How far a shoe lifts the ankle. The figure's height depends on it. */
export const heelOf = (type: GarmentType, cut: number): number => {
  if (type === 'heels') return [34, 40, 30, 36][cut % 4] ?? 34
  if (type === 'boots') return [6, 26, 30, 9][cut % 4] ?? 6
  if (type === 'sandals') return cut % 2 ? 32 : 3
  if (type === 'sneakers') return 6
  return type === 'loafers' ? 5 : 3
}

/** Offset of the far shoe of a pair: low shoes above the near one, boots beside it. */
export const PAIR = { low: [26, -40], high: [32, -62], tall: [50, -16] } as const satisfies Record<
  string,
  Point
>

/** Worn, one on each foot; laid flat, one behind the other with toes to the left. */
export const frames = (
  figure: Figure,
  pair: Point = PAIR.low,
): { frame: Matrix; side: Side; near: boolean }[] =>
  SIDES.map((side) => {
    const near = side === figure.pose.nearLeg
    if (!figure.flat) return { frame: figure.foot(side).frame, side, near }
    return {
      frame: compose(near ? IDENTITY : translation(pair[0], pair[1]), scaling(-1, 1)),
      side,
      near,
    }
  })

export type Part = {
  d: string
  fill: Piece['fill']
  marks?: { d: string; mark: (path: Path) => Mark }[]
  shade?: number
  edge?: number
}

export type Shoe = {
  parts: readonly Part[]
  /** Far sides, insoles and backs of straps, which a foot would hide. */
  inside?: readonly Part[]
  z?: number
  pair?: Point
}
export const shoe = (
  garment: Garment,
  figure: Figure,
  { parts, inside = [], z = LAYER.footwear, pair }: Shoe,
): Piece[] =>
  frames(figure, pair).flatMap(({ frame, near }) =>
    [...(figure.flat ? inside : []), ...parts].map((part, i): Piece => ({
      owner: garment.id,
      z: z + (near ? 0.5 : 0) + i / 100,
      path: transformPath(pathOf(part.d), frame),
      fill: part.fill,
      shade: part.shade ?? 0,
      edge: part.edge ?? 0,
      marks: (part.marks ?? []).map(({ d, mark: make }) => make(transformPath(pathOf(d), frame))),
    })),
  )
