import { darken, seamOn } from '#demo/draw/colour.ts'
import { curve, outline } from '#demo/draw/path.ts'
import { mark, seam } from '#demo/draw/piece.ts'
import { interpolateWidths, type WidthAt } from '#demo/draw/tube.ts'
import type { DrawGarment } from './garment.ts'
import { creaseOf, legs, waistBand } from './leg-parts.ts'

const TROUSER_EASE: readonly { ease: WidthAt; to: number; rise: number }[] = [
  {
    ease: interpolateWidths([
      [0, 3],
      [0.5, 6],
      [1, 11],
    ]),
    to: 1,
    rise: 0.66,
  },
  {
    ease: interpolateWidths([
      [0, 5],
      [0.5, 15],
      [1.1, 27],
    ]),
    to: 1.055,
    rise: 0.58,
  },
  {
    ease: interpolateWidths([
      [0, 6],
      [0.3, 7],
      [0.6, 5],
      [1, 4],
    ]),
    to: 0.93,
    rise: 0.62,
  },
  {
    ease: interpolateWidths([
      [0, 5],
      [0.4, 10],
      [0.8, 13],
      [1, 9],
    ]),
    to: 0.98,
    rise: 0.68,
  },
  {
    ease: interpolateWidths([
      [0, 2],
      [0.5, 3],
      [0.75, 9],
      [1.05, 22],
    ]),
    to: 1.04,
    rise: 0.6,
  },
]

export const drawTrousers: DrawGarment = (garment, figure) => {
  const shape = TROUSER_EASE[garment.cut % TROUSER_EASE.length] ?? TROUSER_EASE[0]
  if (!shape) return []
  const ink = seamOn(garment.fabric.base)
  const cargo = garment.cut % TROUSER_EASE.length === 3
  return legs(garment, figure, { ...shape, hip: 3 }, (side) => {
    const leg = figure.leg(side)
    const pocket = cargo
      ? [
          mark(
            outline(
              [leg.at(side * 0.1, 0.3), leg.at(side * 1.9, 0.3)],
              [leg.at(side * 1.9, 0.42), leg.at(side * 0.1, 0.42)],
            ),
            darken(garment.fabric.base, 0.2),
          ),
          seam(curve([leg.at(side * 0.1, 0.33), leg.at(side * 1.9, 0.33)]), ink, 1.6),
        ]
      : [seam(creaseOf(figure, side, 0.12, shape.to), ink, 1.4, 0.55)]
    return [
      ...pocket,
      ...waistBand(figure, shape.rise, ink),
      seam(
        curve([
          figure.torso(side * 0.86, shape.rise + 0.06),
          figure.torso(side * 0.98, shape.rise + 0.24),
        ]),
        ink,
        1.7,
        0.8,
      ),
      seam(
        curve([
          figure.torso(side * 0.3, shape.rise + 0.07),
          figure.torso(side * 0.32, shape.rise + 0.2),
        ]),
        ink,
        1.3,
        0.5,
      ),
      seam(curve([figure.torso(0.02, shape.rise), figure.torso(0.05, 1.1)]), ink, 1.3, 0.6),
    ]
  })
}

export const drawLeggings: DrawGarment = (garment, figure) => {
  const ink = seamOn(garment.fabric.base)
  return legs(garment, figure, { rise: 0.58, ease: () => 1.2, to: 0.97, hip: 1.4 }, (side) => {
    const leg = figure.leg(side)
    const stripe =
      garment.cut % 2
        ? [
            seam(
              curve([
                figure.torso(side * 0.94, 0.62),
                leg.at(side * 0.8, 0.2),
                leg.at(side * 0.76, 0.5),
                leg.at(side * 0.7, 0.97),
              ]),
              garment.trim,
              4.5,
              1,
            ),
          ]
        : []
    return [...stripe, ...waistBand(figure, 0.6, ink)]
  })
}
