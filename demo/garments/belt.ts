import { darken } from '#demo/draw/color.ts'
import { curve, ellipse, outline, pathOf, transformPath } from '#demo/draw/path.ts'
import { mark, seam } from '#demo/draw/piece.ts'
import { placement } from '#demo/draw/point.ts'
import { LAYER } from '#demo/layers.ts'
import { onTorso } from './cutting.ts'
import type { DrawGarment } from './garment.ts'

export const drawBelt: DrawGarment = (garment, figure) => {
  const wide = garment.cut % 3 === 2 ? 0.075 : 0.05
  const v = 0.635
  const ink = darken(garment.fabric.base, 0.5)
  const buckles = [
    'M-8,-8 L8,-8 L8,8 L-8,8 Z M-4.5,-4.5 L-4.5,4.5 L4.5,4.5 L4.5,-4.5 Z',
    'M-9,0 C-9,-11 9,-11 9,0 C9,11 -9,11 -9,0 Z M-5,0 C-5,6 5,6 5,0 C5,-6 -5,-6 -5,0 Z',
    'M-7,-9 L7,-9 L7,9 L-7,9 Z',
  ]
  if (figure.flat) {
    const curl = outline(
      [
        [-92, -4],
        [-40, 2],
        [20, 2],
        [92, -6],
      ],
      [
        [92, 6],
        [20, 14],
        [-40, 14],
        [-92, 8],
      ],
    )
    return [
      {
        owner: garment.id,
        z: LAYER.belt,
        path: curl,
        fill: garment.fabric,
        shade: 3,
        marks: [
          seam(
            curve([
              [-90, -1],
              [-40, 5],
              [20, 5],
              [90, -3],
            ]),
            ink,
            0.8,
            0.6,
          ),
          ...[40, 50, 60, 70].map((x) => mark(ellipse([x, 6 - (x - 20) * 0.06], 1.4), ink)),
        ],
      },
      {
        owner: garment.id,
        z: LAYER.belt + 0.1,
        path: transformPath(pathOf(buckles[garment.cut % 3] ?? ''), placement([-88, 2], 4, 1.5)),
        fill: garment.metal,
        shade: 2,
      },
    ]
  }
  const half = wide / 2
  return [
    {
      owner: garment.id,
      z: LAYER.belt + 0.5,
      path: outline(
        [
          figure.torso(-1, v - half, 3.2),
          figure.torso(0, v - half + 0.012),
          figure.torso(1, v - half, 3.2),
        ],
        [
          figure.torso(1, v + half, 3.2),
          figure.torso(0, v + half + 0.012),
          figure.torso(-1, v + half, 3.2),
        ],
      ),
      fill: garment.fabric,
      shade: 10,
      marks: [
        seam(
          curve([figure.torso(-1.2, v), figure.torso(0, v + 0.012), figure.torso(1.2, v)]),
          ink,
          0.8,
          0.5,
        ),
      ],
    },
    {
      owner: garment.id,
      z: LAYER.belt + 0.6,
      path: onTorso(figure, buckles[garment.cut % 3] ?? '', v + 0.012, 0),
      fill: garment.metal,
    },
  ]
}
