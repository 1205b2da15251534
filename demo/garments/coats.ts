import { darken, seamOn } from '#demo/draw/color.ts'
import { sine } from '#demo/draw/exact-math.ts'
import { blob, curve, outline } from '#demo/draw/path.ts'
import { mark, type Piece, seam, stitch } from '#demo/draw/piece.ts'
import { between, lerp, type Point } from '#demo/draw/point.ts'
import { sleeve } from '#demo/draw/tube.ts'
import { type Side, SIDES } from '#demo/figure/pose.ts'
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

export const drawCape: DrawGarment = (garment, figure) => {
  const ink = seamOn(garment.fabric.base)
  const length = [60, 120][garment.cut % 2] ?? 60
  const side = (s: Side): Point[] => {
    const elbow = figure.arm(s).at(s, 0.5, 10)
    const hem = figure.torso(s, 1 + length / figure.body.torso / 2, 34)
    return [
      figure.torso(s * 0.3, -0.07),
      figure.torso(s * 0.7, -0.01),
      figure.torso(s * 1.05, 0.08, 6),
      [Math.max(elbow[0] * s, figure.torso(s, 0.5, 20)[0] * s) * s, elbow[1]],
      [Math.max(hem[0] * s, elbow[0] * s + 4) * s, hem[1] + length / 2],
    ]
  }
  const [left, right] = [side(-1), side(1)]
  const a: Point = left.at(-1) ?? [0, 0]
  const b: Point = right.at(-1) ?? [0, 0]
  const hem = [0, 0.25, 0.5, 0.75, 1].map((t): Point => [
    lerp(a[0], b[0], t),
    lerp(a[1], b[1], t) + sine(t * Math.PI) * 22,
  ])
  return [
    {
      owner: garment.id,
      z: LAYER.hands + 0.5,
      fill: garment.fabric,
      shade: 22,
      edge: 0.8,
      path: outline(left, hem, [...right].reverse(), [
        figure.torso(0.3, -0.07),
        figure.torso(0, 0.02),
        figure.torso(-0.3, -0.07),
      ]),
      marks: [
        seam(curve([figure.torso(0, 0), figure.torso(0, 0.6), hem[2] ?? [0, 0]]), ink, 2, 0.9),
        ...[-0.62, -0.3, 0.34, 0.66].map((u, i) =>
          seam(
            curve([
              figure.torso(u, 0.3),
              figure.torso(u * 1.2, 0.8),
              between(a, b, 0.5 + u * 0.42),
            ]),
            ink,
            i % 2 ? 1.4 : 2.2,
            0.4,
          ),
        ),
        ...column(figure, 0.05, 0.12, 0.5, 3, garment.metal, 3.6),
        seam(curve(hem.map(([x, y]): Point => [x, y - 7])), garment.trim, 3, 0.9),
      ],
    },
    {
      owner: garment.id,
      z: LAYER.hands + 0.6,
      fill: darken(garment.fabric.base, 0.18),
      edge: 0.8,
      shade: 5,
      path: blob([
        figure.torso(-0.4, -0.11),
        figure.torso(-0.5, 0.02),
        figure.torso(-0.2, 0.1),
        figure.torso(0, 0.06),
        figure.torso(0.2, 0.1),
        figure.torso(0.5, 0.02),
        figure.torso(0.4, -0.11),
        figure.torso(0, -0.03),
      ]),
    },
    ...(figure.flat
      ? []
      : SIDES.map((s): Piece => ({
          owner: garment.id,
          z: LAYER.coatSleeves,
          fill: garment.fabric,
          path: sleeve(figure.arm(s), 0, 0.5, () => 6, { capStart: true }),
        }))),
  ]
}
