import { sine } from '#demo/draw/exact-math.ts'
import { darken, seamOn } from '#demo/draw/colour.ts'
import { blob, curve, outline } from '#demo/draw/path.ts'
import { type Piece, seam } from '#demo/draw/piece.ts'
import { between, lerp, type Point } from '#demo/draw/point.ts'
import { sleeve } from '#demo/draw/tube.ts'
import { type Side, SIDES } from '#demo/figure/side.ts'
import { LAYER } from '#demo/layers.ts'
import { column } from './coat-front.ts'
import type { DrawGarment } from './garment.ts'

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
