import { darken, seamOn } from '#demo/draw/color.ts'
import { curve, outline, type Path, pathOf, transformPath } from '#demo/draw/path.ts'
import { mark, type Piece, seam } from '#demo/draw/piece.ts'
import { sleeve } from '#demo/draw/tube.ts'
import { SIDES } from '#demo/figure/pose.ts'
import { LAYER } from '#demo/layers.ts'
import type { DrawGarment } from './garment.ts'
import { frames, PAIR } from './shoe-parts.ts'

/** Slightly smaller than the bare foot, so that nothing shows around a shoe. */
const stockingFoot = (heel: number): Path =>
  pathOf(
    `M-7.5,-12 L7.5,-12 C8,-2 13,${5 + heel * 0.35} 22,${12 + heel * 0.75} C30,${16 + heel * 0.95} 36,${19 + heel} 39,${20 + heel} L37,${21.5 + heel} L22,${21.5 + heel} C12,${20 + heel * 0.5} 4,20.5 -3,20.5 C-9,20 -10.5,13 -8.5,2 Z`,
  )

export const drawTights: DrawGarment = (garment, figure) =>
  SIDES.map((side): Piece => {
    const near = side === figure.pose.nearLeg
    const leg = figure.leg(side)
    const foot = figure.foot(side)
    const heel = figure.heel
    const toes = transformPath(stockingFoot(heel), foot.frame)
    const hips = outline(
      [figure.torso(side, 0.72, 0.8), figure.torso(side, 1, 1)],
      [leg.at(side, 0.16, 1)],
      [leg.at(-side, 0.16, 1)],
      [figure.torso(0, 1.17), figure.torso(0, 0.72)],
    )
    return {
      owner: garment.id,
      z: LAYER.legwear + 1.2 + (near ? 0.2 : 0),
      fill: garment.fabric,
      shade: 8,
      edge: near ? 0.5 : 0,
      opacity: garment.cut % 3 === 2 ? 0.82 : 1,
      path: [...sleeve(leg, 0, 1, () => 0.7, { count: 10 }), ...toes, ...(figure.flat ? hips : [])],
    }
  })

export const drawSocks: DrawGarment = (garment, figure) => {
  const tall = garment.cut % 2 === 1
  const from = tall ? 0.62 : 0.84
  const ink = seamOn(garment.fabric.base)
  if (figure.flat)
    return frames(figure, PAIR.tall).map(({ frame, near }): Piece => {
      const top = tall ? -140 : -66
      const on = (d: string) => transformPath(pathOf(d), frame)
      return {
        owner: garment.id,
        z: LAYER.legwear + (near ? 0.5 : 0),
        fill: garment.fabric,
        shade: 5,
        edge: 0.6,
        path: on(
          `M-15,${top} L15,${top} C15,-40 11,-14 15,2 C24,14 40,14 48,22 C54,30 50,38 42,38 L2,38 C-14,38 -16,24 -14,6 C-12,-20 -15,-50 -15,${top} Z`,
        ),
        marks: [
          mark(
            on(`M-20,${top} L20,${top} L20,${top + 12} L-20,${top + 12} Z`),
            darken(garment.fabric.base, 0.14),
          ),
          seam(on(`M-20,${top + 18} L20,${top + 18}`), garment.trim, 4, 1),
          mark(
            on('M36,10 L60,10 L60,44 L38,44 Z M-20,14 C-6,16 2,26 0,44 L-20,44 Z'),
            garment.trim,
            0.9,
          ),
        ],
      }
    })
  return SIDES.map((side): Piece => {
    const near = side === figure.pose.nearLeg
    const leg = figure.leg(side)
    const foot = figure.foot(side)
    const heel = figure.heel
    const toes = transformPath(stockingFoot(heel), foot.frame)
    return {
      owner: garment.id,
      z: LAYER.legwear + 1.4 + (near ? 0.2 : 0),
      fill: garment.fabric,
      shade: 4,
      turn: leg.heading(0.8) - 90,
      path: [...sleeve(leg, from, 1, () => 1.6), ...toes],
      marks: [0.015, 0.03, 0.045].map((d, i) =>
        seam(
          curve([leg.at(-2, from + d), leg.at(2, from + d)]),
          i === 1 ? garment.trim : ink,
          i === 1 ? 4 : 1,
          i === 1 ? 1 : 0.5,
        ),
      ),
    }
  })
}
