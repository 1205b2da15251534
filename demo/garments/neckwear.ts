import { darken, seamOn } from '#demo/draw/color.ts'
import { blob, curve, outline } from '#demo/draw/path.ts'
import { type Mark, type Piece, seam } from '#demo/draw/piece.ts'
import type { Point } from '#demo/draw/point.ts'
import { LAYER } from '#demo/layers.ts'
import { onTorso } from './cutting.ts'
import type { DrawGarment } from './garment.ts'

export const drawScarf: DrawGarment = (garment, figure) => {
  const kind = garment.cut % 3
  const ink = seamOn(garment.fabric.base)
  const [x, y] = figure.neckTop
  const wrap = blob([
    [x - 25, y + 8],
    [x, y + 15],
    [x + 25, y + 8],
    figure.torso(0.58, 0.02),
    figure.torso(0.3, 0.12),
    figure.torso(-0.1, 0.13),
    figure.torso(-0.5, 0.08),
    figure.torso(-0.6, 0),
  ])
  const folds = [
    seam(
      curve([
        [x - 26, y + 16],
        [x, y + 27],
        [x + 28, y + 18],
      ]),
      ink,
      1.8,
      0.6,
    ),
    seam(
      curve([
        [x - 26, y + 26],
        [x, y + 38],
        [x + 30, y + 26],
      ]),
      ink,
      1.4,
      0.5,
    ),
  ]
  const z = LAYER.scarf
  if (kind === 2) {
    const knot = [
      'M0,0 C-10,10 -24,22 -28,34 C-18,36 -6,22 2,6 Z',
      'M0,0 C6,14 16,24 26,30 C28,18 14,6 4,0 Z',
      'M-6,-4 L6,-4 L6,7 L-6,7 Z',
    ]
    return [
      {
        owner: garment.id,
        z,
        path: blob([
          [x - 21, y + 10],
          [x, y + 16],
          [x + 21, y + 10],
          figure.torso(0.42, 0),
          figure.torso(0, 0.08),
          figure.torso(-0.42, 0),
        ]),
        fill: garment.fabric,
        shade: 7,
        edge: 0.7,
        marks: folds,
      },
      ...knot.map((d, i): Piece => ({
        owner: garment.id,
        z: z + 0.1 + i / 100,
        path: onTorso(figure, d, 0.06, -0.14),
        fill: garment.fabric,
        edge: 0.8,
        shade: 3,
      })),
    ]
  }
  const long = kind === 0 ? 0.95 : 0.62
  const tail = (side: -1 | 1, end: number, spread: number): Piece => {
    const way: Point[] = [
      figure.torso(side * 0.22, 0.04),
      figure.torso(side * 0.26, 0.3),
      figure.torso(side * spread, end),
    ]
    const [bx, by] = way[2] ?? [0, 0]
    const fringe: Mark[] = [-12, -7, -2, 3, 8, 13].map((dx) =>
      seam(
        [
          ['M', bx + dx, by - 9],
          ['L', bx + dx, by + 4],
        ],
        ink,
        1.6,
        0.8,
      ),
    )
    return {
      owner: garment.id,
      z: z + (side > 0 ? 0.1 : 0.05),
      path: outline(
        [[way[0]?.[0] ?? 0, way[0]?.[1] ?? 0], ...way.slice(1)].map((p): Point => [
          (p[0] ?? 0) - 13,
          p[1] ?? 0,
        ]),
        [...way].reverse().map((p): Point => [p[0] + 13, p[1]]),
      ),
      fill: garment.fabric,
      shade: 6,
      edge: 0.8,
      marks: fringe,
    }
  }
  return [
    tail(1, long, 0.34),
    ...(kind === 0 ? [tail(-1, long - 0.18, 0.4)] : []),
    {
      owner: garment.id,
      z: z + 0.2,
      path: wrap,
      fill: garment.fabric,
      shade: 9,
      edge: 0.8,
      marks: folds,
      turn: 20,
    },
  ]
}

export const drawTie: DrawGarment = (garment, figure) => {
  if (garment.cut % 3 === 2)
    return [
      'M0,0 C-8,-10 -24,-12 -24,-2 C-24,9 -8,8 0,0 Z',
      'M0,0 C8,-10 24,-12 24,-2 C24,9 8,8 0,0 Z',
      'M-4,-5 L4,-5 L4,5 L-4,5 Z',
    ].map((d, i) => ({
      owner: garment.id,
      z: LAYER.collar + 0.2 + i / 100,
      path: onTorso(figure, d, 0.045),
      fill: garment.fabric,
      shade: 2,
      edge: 0.7,
    }))
  return [
    {
      owner: garment.id,
      z: LAYER.collar + 0.2,
      path: onTorso(
        figure,
        'M-4,8 L4,8 C8,44 11,74 11,100 L0,116 L-11,100 C-11,74 -8,44 -4,8 Z',
        0.04,
      ),
      fill: garment.fabric,
      turn: 30,
      shade: 4,
    },
    {
      owner: garment.id,
      z: LAYER.collar + 0.3,
      path: onTorso(figure, 'M-8,-5 L8,-5 L5,10 L-5,10 Z', 0.04),
      fill: garment.fabric.weave === 'plain' ? darken(garment.fabric.base, 0.15) : garment.fabric,
      edge: 0.7,
    },
  ]
}
