import { seamOn } from '#demo/draw/colour.ts'
import { curve, outline } from '#demo/draw/path.ts'
import { mark, seam } from '#demo/draw/piece.ts'
import { interpolateWidths } from '#demo/draw/tube.ts'
import type { DrawGarment } from './garment.ts'
import { creaseOf, legs, waistBand } from './leg-parts.ts'

export const drawShorts: DrawGarment = (garment, figure) => {
  const cut = garment.cut % 4
  const to = [0.24, 0.17, 0.42, 0.3][cut] ?? 0.24
  const ink = seamOn(garment.fabric.base)
  const ease = interpolateWidths([
    [0, 4],
    [to, cut === 1 ? 7 : 13],
  ])
  return legs(garment, figure, { rise: 0.62, ease, to, hip: 4 }, (side) => {
    const leg = figure.leg(side)
    return [
      ...waistBand(figure, 0.62, ink),
      seam(curve([figure.torso(side * 0.84, 0.7), figure.torso(side * 1, 0.9)]), ink, 1.7, 0.8),
      cut === 3
        ? mark(
            outline(
              [leg.at(-2.5, to - 0.045), leg.at(2.5, to - 0.045)],
              [leg.at(2.5, to + 0.03), leg.at(-2.5, to + 0.03)],
            ),
            garment.trim,
          )
        : seam(curve([leg.at(-2.5, to - 0.02), leg.at(2.5, to - 0.02)]), ink, 1.3, 0.6),
      ...(cut === 2 ? [seam(creaseOf(figure, side, 0.04, to), ink, 1.3, 0.6)] : []),
      seam(curve([figure.torso(0.02, 0.62), figure.torso(0.05, 1.08)]), ink, 1.3, 0.6),
    ]
  })
}
