import { darken, lighten } from '#demo/draw/color.ts'
import { ellipse, pathOf, transformPath } from '#demo/draw/path.ts'
import { mark, seam, type Piece } from '#demo/draw/piece.ts'
import { IDENTITY, placement, type Matrix, type Point } from '#demo/draw/point.ts'
import { cord } from '#demo/draw/tube.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import type { DrawGarment, Worn } from './garment.ts'

/** Held upright in the hand. */
const heldAt = (figure: Figure, worn: Worn, turn = 0): { frame: Matrix; z: number } => {
  if (figure.flat) return { frame: IDENTITY, z: LAYER.held }
  const { frame } = figure.hand(worn.hand)
  const grip: Point = [frame[0] * 14 + frame[4], frame[1] * 14 + frame[5]]
  return { frame: placement(grip, turn), z: LAYER.hands - 0.3 }
}

export const drawPhone: DrawGarment = (garment, figure, worn) => {
  const { frame, z } = heldAt(figure, worn, worn.hand * 12)
  const on = (d: string) => transformPath(pathOf(d), frame)
  const art =
    [
      'M-15,8 C-4,-4 4,14 15,0 L15,30 L-15,30 Z',
      'M-15,-2 L15,-2 L15,8 L-15,8 Z',
      'M0,-2 L9,10 L0,22 L-9,10 Z',
    ][garment.cut % 3] ?? ''
  return [
    {
      owner: garment.id,
      z,
      fill: garment.fabric,
      shade: 3,
      edge: 0.5,
      path: on(
        'M-10,-27 L10,-27 C13,-27 15,-25 15,-22 L15,24 C15,27 13,29 10,29 L-10,29 C-13,29 -15,27 -15,24 L-15,-22 C-15,-25 -13,-27 -10,-27 Z',
      ),
      marks: [
        mark(on(art), garment.trim),
        mark(on('M-11,-23 L-1,-23 L-1,-11 L-11,-11 Z'), darken(garment.fabric.base, 0.4)),
        mark(transformPath(ellipse([-8.4, -19.6], 2), frame), '#16130F'),
        mark(transformPath(ellipse([-3.6, -14.6], 2), frame), '#16130F'),
      ],
    },
  ]
}
export const drawUmbrella: DrawGarment = (garment, figure, worn) => {
  const { frame, z } = heldAt(figure, worn, figure.flat ? 18 : worn.hand * 3)
  const on = (d: string) => transformPath(pathOf(d), frame)
  return [
    {
      owner: garment.id,
      z: z - 0.02,
      path: on('M-1.6,30 L1.6,30 L1.2,186 L-1.2,186 Z'),
      fill: garment.metal,
    },
    {
      owner: garment.id,
      z,
      path: on('M-5,34 C-11,60 -10,110 -2,168 L2,168 C10,110 11,60 5,34 Z'),
      fill: garment.fabric,
      shade: 6,
      edge: 0.6,
      marks: [
        seam(
          on('M-2,36 C-5,80 -3,130 0,168 M3,36 C6,80 4,130 1,168'),
          darken(garment.fabric.base, 0.45),
          1.2,
          0.6,
        ),
        mark(on('M-14,62 L14,58 L14,64 L-14,68 Z'), garment.trim),
      ],
    },
    {
      owner: garment.id,
      z: z + 0.02,
      path: transformPath(
        cord(
          [
            [0, 34],
            [0, 0],
            [1, -12],
            [8, -18],
            [15, -12],
            [15, -5],
          ],
          5,
        ),
        frame,
      ),
      fill: garment.trim,
    },
  ]
}
export const drawBottle: DrawGarment = (garment, figure, worn) => {
  const { frame, z } = heldAt(figure, worn)
  const on = (d: string) => transformPath(pathOf(d), frame)
  return [
    {
      owner: garment.id,
      z: z - 0.02,
      path: on('M-7,-36 L7,-36 L7,-24 L-7,-24 Z'),
      fill: garment.trim,
      shade: 3,
    },
    {
      owner: garment.id,
      z: z - 0.03,
      path: transformPath(
        cord(
          [
            [-6, -34],
            [-4, -44],
            [4, -44],
            [6, -34],
          ],
          3,
        ),
        frame,
      ),
      fill: darken(garment.trim, 0.25),
    },
    {
      owner: garment.id,
      z,
      path: on(
        'M-8,-26 L8,-26 C13,-22 14,-18 14,-12 L14,42 C14,46 12,48 9,48 L-9,48 C-12,48 -14,46 -14,42 L-14,-12 C-14,-18 -13,-22 -8,-26 Z',
      ),
      fill: garment.fabric,
      shade: 7,
      marks: [
        mark(on('M-20,24 L20,24 L20,34 L-20,34 Z'), garment.trim),
        mark(on('M-9,-14 L-6,-14 L-6,18 L-9,18 Z'), lighten(garment.fabric.base, 0.6), 0.6),
      ],
    },
  ]
}
export const drawHeadphones: DrawGarment = (garment, figure) => {
  const [x, y] = figure.flat ? [0, 0] : [figure.neckTop[0], figure.neckTop[1] + 22]
  const frame = figure.flat ? placement([0, 0], 180) : placement([x, y])
  const on = (d: string) => transformPath(pathOf(d), frame)
  const band: Point[] = figure.flat
    ? [
        [-30, 8],
        [-30, -26],
        [0, -52],
        [30, -26],
        [30, 8],
      ].map(([px, py]): Point => [-(px ?? 0), -(py ?? 0)])
    : [
        [-31, 10],
        [-28, -10],
        [0, -20],
        [28, -10],
        [31, 10],
      ]
  const bandZ = figure.flat ? LAYER.scarf : LAYER.neck - 0.5
  return [
    {
      owner: garment.id,
      z: bandZ,
      path: transformPath(cord(band, 6.5), frame),
      fill: garment.fabric.base,
    },
    ...[-1, 1].flatMap((s): Piece[] => [
      {
        owner: garment.id,
        z: LAYER.scarf,
        path: on(
          `M${s * 22},-6 C${s * 22},-14 ${s * 44},-14 ${s * 44},4 C${s * 44},24 ${s * 24},26 ${s * 20},16 Z`,
        ),
        fill: garment.fabric,
        shade: 4,
      },
      {
        owner: garment.id,
        z: LAYER.scarf + 0.1,
        path: on(
          `M${s * 20},-5 C${s * 26},-6 ${s * 28},16 ${s * 20},17 C${s * 15},16 ${s * 15},-4 ${s * 20},-5 Z`,
        ),
        fill: garment.trim,
      },
    ]),
  ]
}
export const drawCamera: DrawGarment = (garment, figure) => {
  const at = figure.flat ? ([0, 0] as const) : figure.torso(0.05, 0.5)
  const frame = placement(at, figure.flat ? 0 : figure.pose.shoulderTilt)
  const on = (d: string) => transformPath(pathOf(d), frame)
  const straps: Point[][] = figure.flat
    ? [
        [
          [-34, -12],
          [-52, -50],
          [0, -84],
          [52, -50],
          [34, -12],
        ],
      ]
    : [-1, 1].map((s): Point[] => [
        [at[0] + s * 26, at[1] - 10],
        figure.torso(s * 0.42, 0.2),
        figure.torso(s * 0.34, -0.04),
      ])
  return [
    ...straps.map((line): Piece => ({
      owner: garment.id,
      z: LAYER.strap - 0.2,
      path: cord(line, 3.4),
      fill: garment.trim,
    })),
    {
      owner: garment.id,
      z: LAYER.strap,
      path: on('M-34,-18 L-16,-18 L-11,-26 L11,-26 L16,-18 L34,-18 L34,24 L-34,24 Z'),
      fill: garment.fabric,
      shade: 5,
      edge: 0.5,
      marks: [
        mark(on('M-40,-8 L40,-8 L40,16 L-40,16 Z'), darken(garment.fabric.base, 0.35)),
        mark(on('M20,-16 L30,-16 L30,-10 L20,-10 Z'), garment.metal),
      ],
    },
    {
      owner: garment.id,
      z: LAYER.strap + 0.1,
      path: transformPath(ellipse([0, 4], 17), frame),
      fill: garment.metal,
      shade: 4,
      marks: [
        mark(transformPath(ellipse([0, 4], 12.5), frame), '#16130F'),
        mark(transformPath(ellipse([-4, 0], 4), frame), '#5d7d8c'),
      ],
    },
  ]
}
