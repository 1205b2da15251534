import { darken, seamOn } from '#demo/draw/colour.ts'
import { curve } from '#demo/draw/path.ts'
import { seam } from '#demo/draw/piece.ts'
import {
  column,
  flapPocket,
  type Front,
  lining,
  longSleeves,
  notchedLapel,
  panels,
  sleeveButtons,
} from './coat-front.ts'
import { easeBy, onTorso } from './cutting.ts'
import type { DrawGarment } from './garment.ts'

export const drawBlazer: DrawGarment = (garment, figure, worn) => {
  const double = garment.cut % 3 === 1
  const open = worn.open && !double
  const isCropped = garment.cut % 5 === 4
  const front: Front = {
    length: isCropped ? -40 : 34,
    flare: 0.1,
    break: double ? 0.4 : 0.48,
    gap: open ? [0.2, 0.46] : double ? [-0.3, -0.28] : [-0.04, 0.08],
    ease: easeBy([0, 5], [0.27, 6], [0.58, 7], [1, 8]),
  }
  const ink = seamOn(garment.fabric.base)
  const lapel = garment.cut % 4 === 3 ? garment.trim : darken(garment.fabric.base, 0.16)
  const fill = garment.fabric.weave === 'plain' || garment.cut % 4 === 3 ? lapel : garment.fabric
  return [
    lining(garment, figure, front),
    ...panels(garment, figure, front, (side) => [
      ...(isCropped ? [] : flapPocket(figure, side, 0.82, ink, darken(garment.fabric.base, 0.1))),
      seam(
        curve([
          figure.torso(side * 0.6, 0.3),
          figure.torso(side * 0.56, 0.58),
          figure.torso(side * 0.62, 0.8),
        ]),
        ink,
        1.2,
        0.5,
      ),
      ...(side < 0 && double
        ? [
            ...column(figure, -0.28, 0.5, 0.72, 3, garment.metal),
            ...column(figure, 0.24, 0.5, 0.72, 3, garment.metal),
          ]
        : []),
      ...(!double && side < 0 ? column(figure, open ? -0.3 : 0, 0.54, 0.68, 2, garment.metal) : []),
      ...(side > 0 ? [seam(onTorso(figure, 'M-9,2 L9,-2', 0.3, 0.56), ink, 2.6, 0.8)] : []),
    ]),
    ...notchedLapel(garment, figure, front, fill, double ? 1.12 : 1),
    ...longSleeves(
      garment,
      figure,
      easeBy([0, 5], [0.5, 5.5], [0.975, 5]),
      sleeveButtons(figure, garment.metal),
    ),
  ]
}
