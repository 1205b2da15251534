import { darken, lighten } from '#demo/draw/color.ts'
import { pathOf, transformPath } from '#demo/draw/path.ts'
import { mark, type Piece } from '#demo/draw/piece.ts'
import { translation } from '#demo/draw/point.ts'
import { cord } from '#demo/draw/tube.ts'
import { SIDES } from '#demo/figure/pose.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import type { Garment } from './garment.ts'

/** Left lens, right lens and bridge. */
const LENSES = [
  'M-27,-9 C-27,-13 -6,-13 -4,-9 C-2,4 -8,9 -15,9 C-22,9 -29,3 -27,-9 Z',
  'M-15,-12 C-8,-12 -3,-7 -3,0 C-3,7 -8,11 -15,11 C-22,11 -27,7 -27,0 C-27,-7 -22,-12 -15,-12 Z',
  'M-31,-13 C-22,-10 -10,-10 -4,-8 C-2,4 -8,9 -15,8 C-23,7 -27,0 -31,-13 Z',
  'M-28,-11 L-3,-11 L-4,8 L-26,8 Z',
  'M-28,-9 C-22,-11 -8,-11 -3,-9 C-2,4 -8,13 -15,12 C-23,11 -28,4 -28,-9 Z',
] as const

const mirrorX = [-1, 0, 0, 1, 0, 0] as const

export const drawEyewear = (garment: Garment, figure: Figure, dark: boolean): Piece[] => {
  const lens = pathOf(LENSES[garment.cut % LENSES.length] ?? LENSES[0])
  const lift = translation(0, -3)
  const on = (path: typeof lens) => transformPath(transformPath(path, lift), figure.head)
  const frame = garment.fabric.base
  const pane = dark ? garment.trim : lighten('#dfe9ee', 0.2)
  const width = dark ? 4 : 5
  const rim = (path: typeof lens): Piece => ({
    owner: garment.id,
    z: LAYER.eyewear,
    path: on(path),
    fill: dark && garment.cut % 2 ? frame : pane,
    opacity: dark ? 1 : 0.4,
    marks: [
      { path: on(path), stroke: frame, width, opacity: 1 },
      ...(dark
        ? [
            mark(
              on(
                transformPath(
                  pathOf('M-24,-14 L-16,-14 L-24,12 L-32,12 Z'),
                  path === lens ? [1, 0, 0, 1, 0, 0] : [1, 0, 0, 1, 31, 0],
                ),
              ),
              '#ffffff',
              0.16,
            ),
          ]
        : []),
    ],
  })
  const arms: Piece[] = figure.flat
    ? []
    : SIDES.map((s): Piece => ({
        owner: garment.id,
        z: LAYER.eyewear - 0.1,
        path: on(
          pathOf(s < 0 ? 'M-33,-10 L-25,-9 L-25,-5 L-33,-6 Z' : 'M33,-10 L25,-9 L25,-5 L33,-6 Z'),
        ),
        fill: frame,
      }))
  // Arms folded behind the lenses.
  const temples: Piece[] = figure.flat
    ? SIDES.flatMap((s): Piece[] => {
        const at = (path: typeof lens) => on(s < 0 ? transformPath(path, mirrorX) : path)
        return [
          {
            owner: garment.id,
            z: LAYER.eyewear - 0.2,
            path: at(
              cord(
                [
                  [28, -8],
                  [4, -3],
                  [-16, 4],
                  [-23, 11],
                ],
                3,
              ),
            ),
            fill: darken(frame, 0.3),
          },
          {
            owner: garment.id,
            z: LAYER.eyewear - 0.1,
            path: at(pathOf('M25,-11 L31,-11 C32,-9 32,-6 30,-5 L25,-5 Z')),
            fill: frame,
          },
        ]
      })
    : []
  return [
    ...arms,
    ...temples,
    rim(lens),
    rim(transformPath(lens, mirrorX)),
    {
      owner: garment.id,
      z: LAYER.eyewear + 0.1,
      path: on(pathOf('M-5,-8 C-2,-11 2,-11 5,-8 L5,-4.5 C2,-7.5 -2,-7.5 -5,-4.5 Z')),
      fill: garment.cut % 5 === 4 ? garment.metal : frame,
    },
  ]
}
