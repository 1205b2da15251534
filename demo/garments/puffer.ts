import { lighten, seamOn } from '#demo/draw/colour.ts'
import { curve, outline } from '#demo/draw/path.ts'
import { seam } from '#demo/draw/piece.ts'
import { lerp } from '#demo/draw/point.ts'
import { LAYER } from '#demo/layers.ts'
import { type Front, lining, longSleeves, panels } from './coat-front.ts'
import { easeBy } from './cutting.ts'
import type { DrawGarment } from './garment.ts'

export const drawPuffer: DrawGarment = (garment, figure, worn) => {
  const long = garment.cut % 3 === 1
  const front: Front = {
    length: long ? 150 : -10,
    flare: 0.06,
    break: 0.03,
    gap: worn.open ? [0.22, 0.32] : [-0.01, 0],
    ease: easeBy([0, 11], [0.27, 15], [0.6, 23], [1, 13]),
  }
  const ink = seamOn(garment.fabric.base)
  const last = 1 + front.length / figure.body.torso
  const rolls = Array.from({ length: long ? 10 : 6 }, (_, i) =>
    lerp(0.16, last, i / (long ? 9.6 : 5.6)),
  )
  const quilt = rolls.map((v) =>
    seam(
      curve([-1.7, -0.8, 0, 0.8, 1.7].map((u) => figure.torso(u, v + (1 - Math.abs(u)) * 0.02))),
      ink,
      2,
      0.75,
    ),
  )
  const shine = rolls.map((v) =>
    seam(
      curve([-1.3, -0.7, -0.2].map((u) => figure.torso(u, v - 0.055))),
      lighten(garment.fabric.base, 0.6),
      3.4,
      0.35,
    ),
  )
  const collar = outline(
    [figure.torso(-0.46, -0.14), figure.torso(0, -0.1), figure.torso(0.46, -0.14)],
    [
      figure.torso(0.58, 0.02),
      figure.torso(0.2, 0.1),
      figure.torso(0, 0.12),
      figure.torso(-0.2, 0.1),
      figure.torso(-0.58, 0.02),
    ],
  )
  return [
    lining(garment, figure, front),
    ...panels(garment, figure, front, () => [
      ...quilt,
      ...shine,
      ...(worn.open
        ? []
        : [
            seam(
              curve([figure.torso(0, 0.05), figure.torso(0, 0.5), figure.torso(0, last)]),
              garment.trim,
              2.4,
              1,
            ),
          ]),
    ]),
    { owner: garment.id, z: LAYER.lapels, path: collar, fill: garment.fabric, edge: 1, shade: 7 },
    ...longSleeves(garment, figure, easeBy([0, 13], [0.5, 15], [0.88, 13], [0.97, 5]), (side) =>
      [0.14, 0.3, 0.46, 0.62, 0.78].map((v) => {
        const arm = figure.arm(side)
        return seam(curve([arm.at(-3, v), arm.at(0, v + 0.015), arm.at(3, v)]), ink, 2, 0.75)
      }),
    ),
  ]
}
