import { darken, seamOn } from '#demo/draw/colour.ts'
import { curve, ellipse, outline } from '#demo/draw/path.ts'
import { type Mark, mark, seam } from '#demo/draw/piece.ts'
import { LAYER } from '#demo/layers.ts'
import { constant, easeBy, frontLine, type Neckline, onTorso } from './cutting.ts'
import type { DrawGarment } from './garment.ts'
import { hemBand, make, neckBand } from './top-parts.ts'

export const drawTurtleneck: DrawGarment = (garment, figure, worn) => {
  const chunky = garment.cut % 3 === 1
  const half = 15.5 + figure.body.limb * 1.5 + (chunky ? 3 : 0)
  const [x, y] = figure.neckTop
  const roll = outline(
    [
      [x - half, y + 3],
      [x, y + 8],
      [x + half, y + 3],
    ],
    [
      [x + half + 2, y + 17],
      figure.torso(0.44, 0.0),
      figure.torso(0, 0.055),
      figure.torso(-0.44, 0.0),
      [x - half - 2, y + 17],
    ],
  )
  const ink = seamOn(garment.fabric.base)
  return make(
    garment,
    figure,
    worn,
    {
      neck: { kind: 'round', half: 20, depth: 0.03 },
      ease: chunky
        ? easeBy([0, 4], [0.3, 7], [0.6, 12], [1, 5])
        : easeBy([0, 2], [0.3, 3], [0.6, 3], [1, 3]),
      hem: 1,
      sleeve: {
        to: 0.96,
        ease: chunky ? easeBy([0, 5], [0.6, 8], [0.96, 4]) : constant(2.8),
        cuff: 0.07,
      },
    },
    [hemBand(figure, 0.92, ink)],
    [
      {
        owner: garment.id,
        z: LAYER.collar,
        path: roll,
        fill: garment.fabric,
        shade: 7,
        edge: 0.8,
        marks: [
          seam(
            [
              ['M', x - 30, y + 14],
              ['L', x + 30, y + 16],
            ],
            ink,
            1.4,
            0.4,
          ),
        ],
      },
    ],
  )
}

export const drawSweater: DrawGarment = (garment, figure, worn) => {
  const neck: Neckline =
    garment.cut % 3 === 1
      ? { kind: 'v', half: 18, depth: 0.2 }
      : { kind: 'round', half: 19, depth: 0.06 }
  const ink = seamOn(garment.fabric.base)
  const block: Mark[] =
    garment.cut % 4 === 2
      ? [
          mark(
            outline(
              [figure.torso(-1.5, 0.36), figure.torso(1.5, 0.36)],
              [figure.torso(1.5, 0.62), figure.torso(-1.5, 0.62)],
            ),
            garment.trim,
          ),
        ]
      : []
  const bandOf = darken(garment.fabric.base, 0.14)
  return make(
    garment,
    figure,
    worn,
    {
      neck,
      ease: easeBy([0, 5], [0.3, 8], [0.62, 14], [0.9, 10], [1.02, 4]),
      hem: 1.02,
      sleeve: { to: 0.97, ease: easeBy([0, 6], [0.5, 8], [0.86, 8], [0.97, 3]), cuff: 0.08 },
    },
    [
      ...block,
      mark(neckBand(figure, neck, 6), bandOf),
      mark(
        outline(
          [figure.torso(-1.5, 0.95), figure.torso(0, 0.965), figure.torso(1.5, 0.95)],
          [figure.torso(1.5, 1.2), figure.torso(-1.5, 1.2)],
        ),
        bandOf,
        0.8,
      ),
      hemBand(figure, 0.95, ink),
    ],
  )
}

export const drawCardigan: DrawGarment = (garment, figure, worn) => {
  const long = garment.cut % 3 === 2
  const neck: Neckline = { kind: 'v', half: 17, depth: 0.34 }
  const ink = seamOn(garment.fabric.base)
  const hem = long ? 1.3 : 0.96
  const patch = (u: number) =>
    mark(
      onTorso(figure, 'M-13,-9 L13,-9 L13,16 L-13,16 Z', hem - 0.2, u),
      darken(garment.fabric.base, 0.14),
    )
  const band = seam(curve(frontLine(figure, 0.33, hem + 0.05)), garment.trim, 9, 1)
  return make(
    garment,
    figure,
    worn,
    {
      neck,
      ease: easeBy([0, 4], [0.3, 7], [0.6, 11], [1, 6], [1.3, 6]),
      hem,
      sleeve: { to: 0.96, ease: easeBy([0, 5], [0.6, 7], [0.96, 3]), cuff: 0.07 },
    },
    [
      mark(neckBand(figure, neck, 7), garment.trim),
      band,
      ...[0, 1, 2, 3].map((i) =>
        mark(ellipse(figure.torso(0, 0.4 + ((hem - 0.46) * i) / 3), 2.8), garment.metal),
      ),
      patch(-0.55),
      patch(0.55),
      hemBand(figure, hem - 0.06, ink),
    ],
  )
}
