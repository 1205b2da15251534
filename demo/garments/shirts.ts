import { darken, lighten, seamOn } from '#demo/draw/color.ts'
import { curve, ellipse, outline } from '#demo/draw/path.ts'
import { type Mark, mark, type Piece, seam } from '#demo/draw/piece.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import { easeBy, frontLine, type Neckline, onTorso } from './cutting.ts'
import type { DrawGarment, Garment } from './garment.ts'
import { make } from './top-parts.ts'

/** Front buttons and a placket. */
export const placket = (
  figure: Figure,
  ink: string,
  button: string,
  from: number,
  to: number,
): Mark[] => [
  seam(curve(frontLine(figure, from, to, 0.1)), ink, 1.3, 0.6),
  ...Array.from({ length: 6 }, (_, i) =>
    mark(ellipse(figure.torso(0, from + 0.06 + ((to - from - 0.1) * i) / 5), 2), button),
  ),
]

export const shirtCollar = (garment: Garment, figure: Figure, fill: string, spread = 1): Piece[] =>
  ([-1, 1] as const).map((side) => ({
    owner: garment.id,
    z: LAYER.collar,
    fill,
    shade: 3,
    edge: 0.7,
    path: outline(
      [
        figure.torso(side * 0.05, 0.075),
        figure.torso(side * 0.2, 0.02),
        figure.torso(side * 0.34, -0.085),
      ],
      [figure.torso(side * 0.46, -0.03)],
      [figure.torso(side * 0.34 * spread, 0.135)],
    ),
  }))

export const drawShirt: DrawGarment = (garment, figure, worn) => {
  const camp = garment.cut % 4 === 3
  const loose = garment.cut % 4 === 1
  const ink = seamOn(garment.fabric.base)
  const collar = garment.cut % 5 === 2 ? garment.trim : darken(garment.fabric.base, 0.1)
  const neck: Neckline = { kind: 'v', half: 15, depth: camp ? 0.15 : 0.07, rise: 0.04 }
  const hem = loose ? 1.14 : 1.04
  const pocket =
    garment.cut % 2 === 0
      ? [
          {
            ...seam(
              onTorso(figure, 'M-9,-9 L9,-9 L9,10 L0,14 L-9,10 Z', 0.33, 0.52),
              ink,
              1.3,
              0.8,
            ),
          },
        ]
      : []
  return make(
    garment,
    figure,
    worn,
    {
      neck,
      ease: loose
        ? easeBy([0, 5], [0.3, 9], [0.6, 16], [1.1, 10])
        : easeBy([0, 2.5], [0.3, 4], [0.6, 7], [1, 4]),
      hem,
      dip: 0.05,
      sleeve: {
        to: camp ? 0.4 : 0.95,
        ease: camp
          ? easeBy([0, 4], [0.4, 9])
          : loose
            ? easeBy([0, 5], [0.5, 7], [0.9, 7], [0.95, 5])
            : easeBy([0, 3], [0.5, 4], [0.95, 3.5]),
        cuff: camp ? 0.03 : 0.08,
      },
    },
    [
      ...placket(
        figure,
        ink,
        garment.cut % 3 ? lighten(garment.fabric.base, 0.6) : garment.metal,
        0.08,
        hem,
      ),
      ...pocket,
    ],
    shirtCollar(garment, figure, collar, camp ? 1.25 : 1),
  )
}

export const drawBlouse: DrawGarment = (garment, figure, worn) => {
  const style = garment.cut % 3
  const ink = seamOn(garment.fabric.base)
  const neck: Neckline =
    style === 1
      ? { kind: 'square', half: 26, depth: 0.13, rise: 0.01 }
      : { kind: 'v', half: 14, depth: 0.16 }
  const puff =
    style === 1
      ? easeBy([0, 7], [0.14, 13], [0.3, 12], [0.36, 3])
      : easeBy([0, 3], [0.4, 7], [0.75, 14], [0.9, 11], [0.95, 1.5])
  const gathers: Mark[] = [-0.6, -0.3, 0.3, 0.6].map((u) =>
    seam(
      curve([figure.torso(u, 0.3), figure.torso(u * 0.95, 0.45), figure.torso(u, 0.6)]),
      ink,
      1.2,
      0.45,
    ),
  )
  const bow: Piece[] =
    style === 0
      ? [
          'M0,0 C-8,-14 -30,-14 -26,2 C-24,12 -8,8 0,0 Z',
          'M0,0 C8,-14 30,-14 26,2 C24,12 8,8 0,0 Z',
          'M-2,0 C-8,16 -16,34 -14,58 L-4,60 C-4,40 0,20 3,2 Z',
          'M2,0 C8,14 14,30 16,48 L6,52 C4,34 0,18 -2,2 Z',
          'M-6,-6 L6,-6 L6,7 L-6,7 Z',
        ].map((d, i) => ({
          owner: garment.id,
          z: LAYER.collar + i / 100,
          path: onTorso(figure, d, 0.1),
          fill: garment.cut % 2 ? garment.trim : garment.fabric,
          shade: 3,
          edge: 0.8,
        }))
      : []
  const ruffle: Mark[] =
    style === 2
      ? [-1, 1].map((s) =>
          seam(
            curve(
              [0.06, 0.16, 0.26, 0.36, 0.46, 0.56].map((v, i) =>
                figure.torso(s * (0.16 + (i % 2) * 0.14), v),
              ),
            ),
            ink,
            2,
            0.8,
          ),
        )
      : []
  return make(
    garment,
    figure,
    worn,
    {
      neck,
      ease: easeBy([0, 3], [0.3, 6], [0.62, 9], [1, 4]),
      hem: 0.96,
      sleeve: { to: style === 1 ? 0.36 : 0.95, ease: puff, cuff: 0.04 },
    },
    [...gathers, ...ruffle],
    bow,
  )
}
