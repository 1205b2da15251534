import { sine, squareRoot } from '#demo/draw/exact-math.ts'
import { darken } from '#demo/draw/colour.ts'
import { ellipse, pathOf, transformPath } from '#demo/draw/path.ts'
import { mark, type Piece, seam } from '#demo/draw/piece.ts'
import { lerp, placement, type Point } from '#demo/draw/point.ts'
import { cord } from '#demo/draw/tube.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import type { DrawGarment, Garment } from './garment.ts'

/** The height of an arch rounder than a parabola, 1 in the middle and 0 at ±1. */
const archAt = (t: number) => {
  const root = squareRoot(1 - t * t)
  return root * squareRoot(root)
}
/** The curve of a chain around the neck. */
const hanging = (figure: Figure, half: number, drop: number): Point[] =>
  [-1, -0.8, -0.45, 0, 0.45, 0.8, 1].map((t) => {
    const y = archAt(t)
    const [x, top] = figure.torso((half / figure.body.shoulder) * t * (1 + 0.18 * y), -0.03)
    return [x, top + y * drop]
  })

const beadsAlong = (
  garment: Garment,
  line: readonly Point[],
  size: number,
  count: number,
): Piece[] =>
  Array.from({ length: count }, (_, i) => {
    const t = (i / (count - 1)) * (line.length - 1)
    const [a, b] = [
      line[Math.floor(t)] ?? [0, 0],
      line[Math.min(line.length - 1, Math.floor(t) + 1)] ?? [0, 0],
    ]
    const f = t - Math.floor(t)
    const grow = size * (0.7 + 0.3 * sine((i / (count - 1)) * Math.PI))
    const colours = [garment.fabric.base, garment.fabric.ink, garment.metal]
    return {
      owner: garment.id,
      z: LAYER.necklace + i / 1000,
      path: ellipse([lerp(a[0], b[0], f), lerp(a[1], b[1], f)], grow),
      fill: garment.cut % 2 ? (colours[i % 4] ?? garment.fabric.base) : garment.fabric.base,
      shade: grow * 0.5,
    }
  })

export const drawNecklace: DrawGarment = (garment, figure) => {
  const kind = garment.cut % 5
  const z = LAYER.necklace
  const chain = (line: Point[], width: number, fill: string): Piece => ({
    owner: garment.id,
    z,
    path: cord(line, width),
    fill,
  })
  if (kind === 0) return beadsAlong(garment, hanging(figure, 17, 44), 5, 17)
  if (kind === 1) {
    const line = hanging(figure, 16, 78)
    const [x, y] = line[3] ?? [0, 0]
    return [
      chain(line, 1.7, garment.metal),
      {
        owner: garment.id,
        z: z + 0.1,
        path: ellipse([x, y + 7], 8),
        fill: garment.fabric.base,
        shade: 3,
        marks: [mark(ellipse([x, y + 7], 3.4), garment.metal)],
      },
    ]
  }
  if (kind === 2)
    return [
      chain(hanging(figure, 17, 34), 5.5, garment.fabric.base),
      chain(hanging(figure, 17, 54), 2, garment.metal),
    ]
  if (kind === 3)
    return [30, 52, 76].map((drop, i) =>
      chain(
        hanging(figure, 16, drop),
        [2.6, 1.8, 2.2][i] ?? 2,
        i === 1 ? garment.metal : garment.fabric.base,
      ),
    )
  const line = hanging(figure, 17, 30)
  const [x, y] = line[3] ?? [0, 0]
  return [
    chain(line, 4, garment.fabric.base),
    {
      owner: garment.id,
      z: z + 0.1,
      path: transformPath(pathOf('M-12,0 L12,0 L7,14 L0,22 L-7,14 Z'), placement([x, y - 2])),
      fill: garment.metal,
      marks: [
        seam(
          transformPath(pathOf('M-12,0 L0,22 L12,0'), placement([x, y - 2])),
          darken(garment.metal, 0.4),
          1,
          0.7,
        ),
      ],
    },
  ]
}
