import { darken, seamOn } from '#demo/draw/color.ts'
import { blob, curve, ellipse, outline } from '#demo/draw/path.ts'
import { type Mark, mark, type Piece, seam } from '#demo/draw/piece.ts'
import { LAYER } from '#demo/layers.ts'
import { constant, easeBy, frontLine, type Neckline, onTorso } from './cutting.ts'
import type { DrawGarment } from './garment.ts'
import { hemBand, make, neckBand, prints } from './top-parts.ts'

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

export const drawHoodie: DrawGarment = (garment, figure, worn) => {
  const isHoodUp = garment.cut % 3 !== 2
  const ink = seamOn(garment.fabric.base)
  const neck: Neckline = { kind: 'round', half: 19, depth: 0.07 }
  const hood: Piece[] = isHoodUp
    ? [
        {
          owner: garment.id,
          z: LAYER.collarBack - 0.5,
          fill: darken(garment.fabric.base, 0.22),
          path: blob([
            figure.torso(-0.62, 0.02),
            figure.torso(-0.52, -0.14),
            figure.torso(0, -0.2),
            figure.torso(0.52, -0.14),
            figure.torso(0.62, 0.02),
            figure.torso(0, 0.1),
          ]),
        },
        ...([-1, 1] as const).map((s): Piece => ({
          owner: garment.id,
          z: LAYER.collar,
          fill: garment.fabric,
          edge: 0.8,
          shade: 4,
          path: outline(
            [
              figure.torso(s * 0.32, -0.15),
              figure.torso(s * 0.62, -0.06),
              figure.torso(s * 0.66, 0.06),
              figure.torso(s * 0.36, 0.14),
              figure.torso(s * 0.02, 0.16),
            ],
            [
              figure.torso(s * 0.02, 0.16),
              figure.torso(s * 0.26, 0.06),
              figure.torso(s * 0.32, -0.15),
            ],
          ),
        })),
      ]
    : []
  const cords: Mark[] = isHoodUp
    ? [-1, 1].map((s) =>
        seam(
          curve([
            figure.torso(s * 0.16, 0.13),
            figure.torso(s * 0.19, 0.24),
            figure.torso(s * 0.15, 0.33),
          ]),
          garment.trim,
          2.6,
          1,
        ),
      )
    : [mark(neckBand(figure, neck, 6), darken(garment.fabric.base, 0.14))]
  const art = prints[garment.cut % prints.length]?.(figure, garment) ?? []
  return make(
    garment,
    figure,
    worn,
    {
      neck,
      ease: easeBy([0, 7], [0.3, 10], [0.62, 18], [0.9, 12], [1.05, 4]),
      hem: 1.05,
      sleeve: { to: 0.98, ease: easeBy([0, 8], [0.5, 10], [0.88, 10], [0.98, 3]), cuff: 0.07 },
    },
    [
      ...(isHoodUp ? [] : art),
      ...cords,
      seam(onTorso(figure, 'M-30,18 L-22,-16 L22,-16 L30,18', 0.8), ink, 1.8, 0.8),
      hemBand(figure, 0.97, ink),
    ],
    hood,
  )
}
