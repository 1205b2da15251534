import { lighten } from '#demo/draw/colour.ts'
import { ellipse, type Path, pathOf, transformPath } from '#demo/draw/path.ts'
import type { Piece } from '#demo/draw/piece.ts'
import { type Matrix, placement } from '#demo/draw/point.ts'
import { type Side, SIDES } from '#demo/figure/side.ts'
import { LAYER } from '#demo/layers.ts'
import type { DrawGarment, Garment } from './garment.ts'
import { ring } from './rings.ts'

/** Local frame: ear lobe at 0,0. */
const EARRINGS: readonly ((garment: Garment) => { path: Path; fill: string }[])[] = [
  (g) => [
    { path: ring(0, 10, 10, 7.4), fill: g.metal },
    { path: ring(0, 10, 10, 8), fill: g.fabric.base },
  ],
  (g) => [
    { path: ellipse([0, 2], 3), fill: g.metal },
    { path: pathOf('M0,5 C5,14 6,20 0,26 C-6,20 -5,14 0,5 Z'), fill: g.fabric.base },
  ],
  (g) => [
    { path: ellipse([0, 5], 6.5), fill: g.fabric.base },
    { path: ellipse([0, 5], 3), fill: g.metal },
  ],
  (g) => [
    { path: pathOf('M-1,0 L1,0 L1,10 L-1,10 Z'), fill: g.metal },
    { path: ellipse([0, 15], 7), fill: g.fabric.base },
    { path: pathOf('M-6,24 L6,24 L0,36 Z'), fill: g.trim },
  ],
  (g) => [
    { path: ring(0, 7, 7, 4), fill: g.metal },
    { path: ring(0, 20, 8, 5), fill: g.fabric.base },
  ],
  (g) => [
    { path: pathOf('M0,-2 L7,8 L0,30 L-7,8 Z'), fill: g.fabric.base },
    { path: pathOf('M0,-2 L7,8 L0,8 Z'), fill: lighten(g.fabric.base, 0.3) },
  ],
]

export const drawEarrings: DrawGarment = (garment, figure) => {
  const art = EARRINGS[garment.cut % EARRINGS.length]?.(garment) ?? []
  const at = (side: Side): Matrix =>
    figure.flat
      ? placement([side * 15, 0])
      : placement(
          [
            figure.head[0] * side * 32 + figure.head[2] * 11 + figure.head[4],
            figure.head[1] * side * 32 + figure.head[3] * 11 + figure.head[5],
          ],
          0,
          0.95,
        )
  return SIDES.flatMap((side) =>
    art.map(({ path, fill }, i): Piece => ({
      owner: garment.id,
      z: LAYER.earrings + i / 100,
      path: transformPath(path, at(side)),
      fill,
      shade: figure.flat ? 1.2 : 0,
    })),
  )
}
