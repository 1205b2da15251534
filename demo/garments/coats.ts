import { darken, seamOn } from '#demo/draw/colour.ts'
import { curve, outline } from '#demo/draw/path.ts'
import { mark, type Piece, seam, stitch } from '#demo/draw/piece.ts'
import { LAYER } from '#demo/layers.ts'
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

export const drawCoat: DrawGarment = (garment, figure, worn) => {
  const double = garment.cut % 3 === 2
  const open = worn.open || !double
  const front: Front = {
    length: [205, 262, 150][garment.cut % 3] ?? 205,
    flare: 0.11,
    break: double ? 0.44 : 0.5,
    gap: open ? [0.24, 0.36] : [-0.34, -0.3],
    ease: easeBy([0, 7], [0.27, 8], [0.58, 12], [1, 9]),
  }
  const ink = seamOn(garment.fabric.base)
  const fill =
    garment.fabric.weave === 'plain'
      ? darken(garment.fabric.base, 0.16)
      : garment.cut % 2
        ? garment.fabric
        : darken(garment.fabric.ink, 0.1)
  return [
    lining(garment, figure, front),
    ...panels(garment, figure, front, (side) => [
      ...flapPocket(figure, side, 0.98, ink, darken(garment.fabric.base, 0.1)),
      seam(
        curve([
          figure.torso(side * 0.7, 0.3),
          figure.torso(side * 0.66, 0.6),
          figure.torso(side * 0.7, 1.1),
          figure.torso(side * 0.74, 1.9),
        ]),
        ink,
        1.2,
        0.45,
      ),
      ...(side < 0 && !open
        ? [
            ...column(figure, -0.32, 0.52, 1.02, 4, garment.metal, 4),
            ...column(figure, 0.26, 0.52, 1.02, 4, garment.metal, 4),
          ]
        : []),
      ...(side < 0 && open ? column(figure, -0.38, 0.58, 1.05, 4, garment.metal, 3.4) : []),
    ]),
    ...notchedLapel(garment, figure, front, fill, 1.14),
    ...longSleeves(
      garment,
      figure,
      easeBy([0, 7], [0.5, 7.5], [0.975, 8]),
      sleeveButtons(figure, garment.metal),
    ),
  ]
}

export const drawTrench: DrawGarment = (garment, figure, worn) => {
  const front: Front = {
    length: garment.cut % 2 ? 165 : 215,
    flare: 0.2,
    break: 0.4,
    gap: worn.open ? [0.22, 0.4] : [-0.34, -0.32],
    ease: easeBy([0, 6], [0.27, 7], [0.58, 4], [0.8, 8], [1, 11]),
  }
  const ink = seamOn(garment.fabric.base)
  const belt = outline(
    [figure.torso(-1, 0.545, 6), figure.torso(0, 0.565), figure.torso(1, 0.545, 6)],
    [figure.torso(1, 0.625, 6), figure.torso(0, 0.645), figure.torso(-1, 0.625, 6)],
  )
  const beltPieces: Piece[] = worn.open
    ? []
    : [
        {
          owner: garment.id,
          z: LAYER.coatBelt - 1.5,
          path: belt,
          fill: darken(garment.fabric.base, 0.18),
          edge: 0.8,
          shade: 10,
          marks: [
            {
              ...mark(
                onTorso(figure, 'M-9,-9 L9,-9 L9,9 L-9,9 Z', 0.6, 0.1),
                garment.fabric.base,
                0,
              ),
              stroke: garment.metal,
              width: 3,
              opacity: 1,
            },
          ],
        },
        {
          owner: garment.id,
          z: LAYER.coatBelt - 1.6,
          path: onTorso(figure, 'M-2,0 C4,20 6,44 2,72 L-9,70 C-8,46 -8,22 -10,0 Z', 0.62, 0.3),
          fill: darken(garment.fabric.base, 0.18),
          edge: 0.8,
        },
      ]
  return [
    lining(garment, figure, front),
    ...panels(garment, figure, front, (side) => [
      seam(
        curve([
          figure.torso(side * 1, 0.2),
          figure.torso(side * 0.6, 0.27),
          figure.torso(side * 0.2, 0.24),
        ]),
        ink,
        1.8,
        0.8,
      ),
      seam(
        onTorso(figure, side < 0 ? 'M-4,-14 L6,14' : 'M4,-14 L-6,14', 0.86, side * 0.72),
        ink,
        6,
        0.55,
      ),
      ...(side < 0 && !worn.open
        ? [
            ...column(figure, -0.32, 0.46, 0.95, 4, garment.metal, 3.6),
            ...column(figure, 0.22, 0.46, 0.95, 4, garment.metal, 3.6),
          ]
        : []),
      stitch(
        curve([
          figure.torso(side * 0.66, 0.66),
          figure.torso(side * 0.7, 1.2),
          figure.torso(side * 0.74, 2),
        ]),
        ink,
        1.1,
      ),
    ]),
    ...beltPieces,
    ...notchedLapel(garment, figure, front, darken(garment.fabric.base, 0.1), 1.2),
    ...longSleeves(garment, figure, easeBy([0, 7], [0.5, 7], [0.975, 7.5]), (side) => {
      const arm = figure.arm(side)
      return [
        seam(curve([arm.at(-2, 0.88), arm.at(2, 0.88)]), ink, 5, 0.6),
        seam(curve([figure.torso(side * 0.7, 0.0), figure.torso(side * 1.05, 0.05)]), ink, 5, 0.4),
      ]
    }),
  ]
}
