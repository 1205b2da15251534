import { darken, lighten, seamOn } from '#demo/draw/color.ts'
import { curve, pathOf, transformPath } from '#demo/draw/path.ts'
import { mark, type Piece, seam } from '#demo/draw/piece.ts'
import { sleeve } from '#demo/draw/tube.ts'
import { SIDES } from '#demo/figure/pose.ts'
import { LAYER } from '#demo/layers.ts'
import type { DrawGarment } from './garment.ts'
import { frames, heelOf, PAIR, type Part, shoe } from './shoe-parts.ts'

export const drawBoots: DrawGarment = (garment, figure) => {
  const kind = garment.cut % 4
  const heel = heelOf('boots', garment.cut)
  const { base } = garment.fabric
  const floor = 24 + heel
  const tall = kind === 2
  const top = -34
  const foot = `M-11,${top} C-12,-14 -11,2 -15,14 C-17,20 -15,${24 + heel * 0.2} -13,${24 + heel * 0.35} L20,${floor} L46,${floor} C54,${floor} 55,${floor - 6} 50,${floor - 9} C42,${floor - 15} 26,${8 + heel * 0.55} 14,${-2} C12,-12 12,-22 12,${top} Z`
  const block =
    kind === 0 || kind === 3
      ? `M-16,${floor - 6} L12,${floor - 6} L14,${floor - 3} L54,${floor - 4} C55,${floor - 1} 54,${floor} 52,${floor} L14,${floor} L12,${floor - 2} L10,${floor} L-15,${floor} Z`
      : `M-15,${18 + heel * 0.3} L2,${22 + heel * 0.5} L-1,${floor} L-13,${floor} Z`
  const lug = kind === 3
  const gusset: Part['marks'] =
    kind === 0
      ? [
          {
            d: `M-2,${top - 2} L9,${top - 2} C8,-14 7,-6 4,2 C1,-6 -1,-14 -2,${top - 2} Z`,
            mark: (p) => mark(p, garment.trim),
          },
        ]
      : lug
        ? [
            {
              d: 'M8,-30 L18,-33 M8,-20 L18,-23 M9,-10 L19,-13 M12,-1 L24,-4 M18,6 L30,2',
              mark: (p) => seam(p, lighten(garment.trim, 0.2), 2, 1),
            },
          ]
        : [{ d: `M-8,${top} C-8,-10 -8,4 -9,14`, mark: (p) => seam(p, garment.metal, 1.6, 0.9) }]
  const shaft: Piece[] = tall
    ? SIDES.map((side): Piece => {
        const leg = figure.leg(side)
        const near = side === figure.pose.nearLeg
        const frame = frames(figure, PAIR.tall).find((f) => f.side === side)
        const flat = pathOf(
          'M-18,-150 C-6,-154 8,-154 20,-148 C22,-110 16,-60 13,-26 L-12,-26 C-15,-70 -22,-110 -18,-150 Z',
        )
        return {
          owner: garment.id,
          z: LAYER.boots + (near ? 0.4 : 0),
          fill: garment.fabric,
          shade: 7,
          edge: near ? 0.7 : 0,
          path:
            figure.flat && frame
              ? transformPath(flat, frame.frame)
              : sleeve(leg, 0.56, 0.995, (v) => 4.5 + (v > 0.9 ? 1 : 0)),
          marks: figure.flat
            ? []
            : [seam(curve([leg.at(-2, 0.585), leg.at(2, 0.585)]), seamOn(base), 1.5, 0.6)],
        }
      })
    : []
  return [
    ...shoe(garment, figure, {
      inside: tall
        ? []
        : [
            {
              d: `M-11,${top} C-9,${top - 5} 10,${top - 5} 12,${top} C9,${top + 5} -8,${top + 5} -11,${top} Z`,
              fill: darken(base, 0.5),
            },
          ],
      parts: [
        { d: foot, fill: garment.fabric, shade: 4, marks: gusset },
        { d: block, fill: lug ? '#1d1a17' : darken(base, 0.4) },
        ...(lug
          ? [
              {
                d: `M-15,${floor - 4} L52,${floor - 4} L52,${floor} L46,${floor} L44,${floor - 3} L36,${floor - 3} L34,${floor} L20,${floor} L8,${floor - 3} L2,${floor} L-15,${floor} Z`,
                fill: '#0f0d0b',
              },
            ]
          : []),
        ...(kind === 0
          ? [
              {
                d: `M-12,${top - 7} L-7,${top - 7} L-6,${top + 8} L-11,${top + 8} Z`,
                fill: garment.trim,
              },
            ]
          : []),
      ],
      pair: PAIR.tall,
      z: tall ? LAYER.boots : LAYER.footwear,
    }),
    ...shaft,
  ]
}
