import { lighten, seamOn } from '#demo/draw/colour.ts'
import { curve, ellipse, outline } from '#demo/draw/path.ts'
import { mark, stitch } from '#demo/draw/piece.ts'
import { interpolateWidths, type WidthAt } from '#demo/draw/tube.ts'
import type { DrawGarment } from './garment.ts'
import { legs, waistBand } from './leg-parts.ts'

const JEAN_EASE: readonly { ease: WidthAt; to: number }[] = [
  {
    ease: interpolateWidths([
      [0, 2],
      [0.5, 2.5],
      [1, 3],
    ]),
    to: 0.96,
  },
  {
    ease: interpolateWidths([
      [0, 3],
      [0.5, 6],
      [1, 9],
    ]),
    to: 0.97,
  },
  {
    ease: interpolateWidths([
      [0, 5],
      [0.5, 13],
      [1.05, 20],
    ]),
    to: 1.03,
  },
  {
    ease: interpolateWidths([
      [0, 2],
      [0.55, 3],
      [0.8, 9],
      [1.05, 18],
    ]),
    to: 1.03,
  },
]

export const drawJeans: DrawGarment = (garment, figure) => {
  const shape = JEAN_EASE[garment.cut % JEAN_EASE.length] ?? JEAN_EASE[0]
  if (!shape) return []
  const ink = seamOn(garment.fabric.base)
  const thread = garment.trim
  const isRolled = garment.cut % 8 === 1
  return legs(garment, figure, { ...shape, rise: 0.66, hip: 2.5 }, (side) => {
    const leg = figure.leg(side)
    const fade = outline(
      [leg.at(side * 0.5, 0.14), leg.at(side * 0.45, 0.4)],
      [leg.at(-side * 0.35, 0.4), leg.at(-side * 0.25, 0.14)],
    )
    return [
      mark(fade, lighten(garment.fabric.base, 0.4), 0.25),
      ...waistBand(figure, 0.66, ink),
      stitch(
        curve([
          figure.torso(side * 0.5, 0.73),
          figure.torso(side * 0.62, 0.8),
          figure.torso(side * 1.02, 0.82),
        ]),
        thread,
        1.4,
      ),
      stitch(
        curve([leg.at(side * 0.78, 0.05), leg.at(side * 0.8, 0.5), leg.at(side * 0.9, shape.to)]),
        thread,
        1.2,
      ),
      stitch(
        curve([figure.torso(0.1, 0.73), figure.torso(0.12, 0.95), figure.torso(0, 1.08)]),
        thread,
        1.3,
      ),
      mark(ellipse(figure.torso(0, 0.69), 2.4), garment.metal),
      ...(isRolled
        ? [
            mark(
              outline(
                [leg.at(-2.5, shape.to - 0.055), leg.at(2.5, shape.to - 0.055)],
                [leg.at(2.5, shape.to + 0.03), leg.at(-2.5, shape.to + 0.03)],
              ),
              lighten(garment.fabric.base, 0.45),
            ),
          ]
        : [
            stitch(
              curve([leg.at(-2.5, shape.to - 0.02), leg.at(2.5, shape.to - 0.02)]),
              thread,
              1.2,
            ),
          ]),
    ]
  })
}
