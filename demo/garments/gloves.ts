import { seamOn } from '#demo/draw/color.ts'
import { pathOf, transformPath } from '#demo/draw/path.ts'
import { type Piece, seam } from '#demo/draw/piece.ts'
import { placement } from '#demo/draw/point.ts'
import { sleeve } from '#demo/draw/tube.ts'
import { SIDES } from '#demo/figure/pose.ts'
import { handPath } from '#demo/figure/skin.ts'
import { LAYER } from '#demo/layers.ts'
import type { DrawGarment } from './garment.ts'

export const drawGloves: DrawGarment = (garment, figure, worn) => {
  // The cuff of a coat covers the glove.
  const from = worn.underCoat ? 0.96 : garment.cut % 2 ? 0.72 : 0.9
  return SIDES.flatMap((side): Piece[] => {
    const { frame, pose } = figure.hand(side)
    const grow = placement([0, 0], 0, 1.12)
    if (figure.flat) {
      const at = placement([side * 30, 0], 90, 1, -side)
      return [
        {
          owner: garment.id,
          z: LAYER.gloves,
          path: transformPath(
            transformPath(
              pathOf(
                'M-40,-12 C-20,-9 -10,-9 0,-9 C10,-12 18,-12 24,-11 C34,-10 44,-10 52,-7 C56,-5 54,-2 50,-2 C56,-1 57,3 51,3 C54,5 52,8 46,7 C40,7 34,8 28,9 C26,12 32,18 31,22 C28,25 22,21 18,16 C12,11 4,9 -4,9 C-16,9 -26,10 -40,12 Z',
              ),
              grow,
            ),
            at,
          ),
          fill: garment.fabric,
          shade: 4,
          marks: [
            seam(
              transformPath(pathOf('M22,-6 L44,-4 M22,-1 L44,1 M-28,-20 L-28,20'), at),
              seamOn(garment.fabric.base),
              1.3,
            ),
          ],
        },
      ]
    }
    if (pose.hand === 'hidden' || pose.hand === 'pocket') return []
    const raisedBy = pose.over === 'head' ? 30 : 0
    return [
      {
        owner: garment.id,
        part: side,
        z: LAYER.gloves + raisedBy,
        path: sleeve(figure.arm(side), from, 1, (v) => (v < 0.8 ? 3.2 : 1.8)),
        fill: garment.fabric,
        shade: 3,
      },
      {
        owner: garment.id,
        part: side,
        z: LAYER.gloves + raisedBy + 0.1,
        path: transformPath(
          transformPath(handPath(pose.hand === 'fist' ? 'fist' : 'open'), grow),
          frame,
        ),
        fill: garment.fabric,
        shade: 3,
      },
    ]
  })
}
