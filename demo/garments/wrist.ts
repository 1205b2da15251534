import { cosine, sine } from '#demo/draw/exact-math.ts'
import { darken } from '#demo/draw/colour.ts'
import { ellipse, pathOf, transformPath } from '#demo/draw/path.ts'
import { mark, type Piece, seam } from '#demo/draw/piece.ts'
import { type Matrix, placement } from '#demo/draw/point.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import type { Side } from '#demo/figure/side.ts'
import { LAYER } from '#demo/layers.ts'
import type { DrawGarment } from './garment.ts'
import { ring } from './rings.ts'

/** Local frame at the wrist: x along the arm, y across it. */
const wristFrame = (figure: Figure, side: Side, v: number): Matrix => {
  if (figure.flat) return placement([0, 0], 0, 1)
  const arm = figure.arm(side)
  return placement(arm.at(0, v), arm.heading(v), 1)
}

export const drawBracelet: DrawGarment = (garment, figure, worn) => {
  const kind = garment.cut % 4
  const frame = wristFrame(figure, worn.hand, 0.94)
  const z = LAYER.wrist + (figure.hand(worn.hand).pose.over === 'head' ? 30 : 0)
  const half = figure.flat ? 20 : figure.arm(worn.hand).width(0.94) + 1.8
  const { base } = garment.fabric
  if (figure.flat) {
    const loop: Piece = {
      owner: garment.id,
      z,
      path: ring(0, 0, 24, kind === 1 ? 15 : 19.5),
      fill: base,
      shade: 3,
    }
    if (kind === 0) return [{ ...loop, marks: [mark(ring(0, 0, 20.6, 19.5), garment.metal)] }]
    if (kind === 1) return [{ ...loop, marks: [mark(ring(0, 0, 21, 18), garment.metal)] }]
    if (kind === 3)
      return [
        { ...loop, fill: garment.metal },
        { ...loop, path: ring(7, 6, 24, 20.5), z: z + 0.1 },
      ]
    return Array.from({ length: 20 }, (_, i) => ({
      ...loop,
      z: z + i / 100,
      path: ellipse([cosine((i / 20) * Math.PI * 2) * 22, sine((i / 20) * Math.PI * 2) * 22], 3.6),
      fill: i % 3 ? base : garment.metal,
      shade: 1.5,
    }))
  }
  const band = (x: number, width: number, fill: string, i = 0): Piece => ({
    owner: garment.id,
    z: z + i / 100,
    path: transformPath(
      pathOf(
        `M${x},${-half} C${x + 2},${-half / 2} ${x + 2},${half / 2} ${x},${half} L${x + width},${half} C${x + width + 2},${half / 2} ${x + width + 2},${-half / 2} ${x + width},${-half} Z`,
      ),
      frame,
    ),
    fill,
    shade: 2,
  })
  if (kind === 0) return [band(-5, 4.5, base), band(-5, 1, garment.metal, 1)]
  if (kind === 1) return [band(-8, 10, base), band(-5, 4, garment.metal, 1)]
  if (kind === 2) return [band(-5, 6, base)]
  return [band(-9, 3, base), band(-4, 3, garment.metal, 1), band(1, 3, base, 2)]
}

export const drawWatch: DrawGarment = (garment, figure, worn) => {
  const frame = wristFrame(figure, worn.hand, 0.93)
  const z = LAYER.wrist + (figure.hand(worn.hand).pose.over === 'head' ? 30 : 0)
  const half = figure.flat ? 46 : figure.arm(worn.hand).width(0.93) + 1.6
  const square = garment.cut % 2 === 1
  const strap = pathOf(
    figure.flat
      ? `M-6,${-half} C-6,${-half - 4} 6,${-half - 4} 6,${-half} L7.5,0 L6,${half} C6,${half + 4} -6,${half + 4} -6,${half} L-7.5,0 Z`
      : `M-4.5,${-half} C-3,${-half / 2} -3,${half / 2} -4.5,${half} L4.5,${half} C6,${half / 2} 6,${-half / 2} 4.5,${-half} Z`,
  )
  const size = figure.flat ? 13 : 6.6
  const dial = square
    ? pathOf(
        `M${-size},${-size * 1.15} L${size},${-size * 1.15} L${size},${size * 1.15} L${-size},${size * 1.15} Z`,
      )
    : ellipse([0, 0], size)
  const face = square
    ? pathOf(
        `M${-size * 0.74},${-size * 0.88} L${size * 0.74},${-size * 0.88} L${size * 0.74},${size * 0.88} L${-size * 0.74},${size * 0.88} Z`,
      )
    : ellipse([0, 0], size * 0.76)
  const light = garment.cut % 3 ? '#F6F1E7' : garment.trim
  const holes = figure.flat
    ? [
        seam(
          transformPath(pathOf('M0,26 L0,27 M0,32 L0,33 M0,38 L0,39'), frame),
          darken(garment.fabric.base, 0.5),
          2,
        ),
      ]
    : []
  return [
    {
      owner: garment.id,
      z,
      path: transformPath(strap, frame),
      fill: garment.fabric,
      shade: 2,
      marks: holes,
    },
    {
      owner: garment.id,
      z: z + 0.1,
      path: transformPath(dial, frame),
      fill: garment.metal,
      shade: figure.flat ? 3 : 1,
      marks: [
        mark(transformPath(face, frame), light),
        seam(
          transformPath(
            pathOf(`M0,0 L0,${-size * 0.6} M0,0 L${size * 0.45},${size * 0.16}`),
            frame,
          ),
          light === '#F6F1E7' ? '#16130F' : '#F6F1E7',
          figure.flat ? 1.3 : 1,
          1,
        ),
      ],
    },
    ...(figure.flat
      ? [
          {
            owner: garment.id,
            z: z - 0.1,
            path: transformPath(pathOf('M13,-2.5 L16.5,-2.5 L16.5,2.5 L13,2.5 Z'), frame),
            fill: garment.metal,
          },
        ]
      : []),
  ]
}
