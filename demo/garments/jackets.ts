import { darken, lighten, seamOn } from '#demo/draw/color.ts'
import { curve, ellipse, outline } from '#demo/draw/path.ts'
import { type Mark, mark, type Piece, seam, stitch } from '#demo/draw/piece.ts'
import { lerp } from '#demo/draw/point.ts'
import type { Side } from '#demo/figure/pose.ts'
import { LAYER } from '#demo/layers.ts'
import { column, type Front, lining, longSleeves, notchedLapel, panels } from './coat-front.ts'
import { easeBy, onTorso } from './cutting.ts'
import type { DrawGarment } from './garment.ts'

/** Bomber, denim, biker and varsity jackets: short, with a band or belt at the waist. */
export const drawJacket: DrawGarment = (garment, figure, worn) => {
  const kind = (['bomber', 'denim', 'biker', 'varsity'] as const)[garment.cut % 4] ?? 'bomber'
  const soft = kind === 'bomber' || kind === 'varsity'
  const open = worn.open || kind === 'biker'
  const front: Front = {
    length: kind === 'biker' ? -62 : -24,
    flare: 0,
    break: soft ? 0.08 : 0.16,
    gap: open ? [0.2, 0.3] : [-0.02, 0],
    ease: soft
      ? easeBy([0, 8], [0.27, 11], [0.6, 19], [0.82, 14], [0.9, 6])
      : easeBy([0, 5], [0.27, 7], [0.6, 9], [0.9, 5]),
  }
  const ink = seamOn(garment.fabric.base)
  const sleeveFabric =
    kind === 'varsity'
      ? { ...garment, fabric: { ...garment.fabric, base: garment.trim, weave: 'plain' as const } }
      : garment
  const band = darken(kind === 'varsity' ? garment.trim : garment.fabric.base, 0.2)
  const end = 1 + front.length / figure.body.torso
  const bandMark = mark(
    outline(
      [figure.torso(-1.6, end - 0.09), figure.torso(0, end - 0.07), figure.torso(1.6, end - 0.09)],
      [figure.torso(1.6, end + 0.2), figure.torso(-1.6, end + 0.2)],
    ),
    band,
  )
  const marks = (side: Side): Mark[] => {
    const edge = [
      figure.torso(side * front.gap[0], front.break),
      figure.torso(side * lerp(front.gap[0], front.gap[1], 0.6), 0.7),
      figure.torso(side * front.gap[1], end),
    ]
    if (kind === 'denim')
      return [
        seam(curve([figure.torso(side * 1.1, 0.24), figure.torso(side * 0.2, 0.26)]), ink, 1.6),
        stitch(
          curve([figure.torso(side * 1.1, 0.265), figure.torso(side * 0.2, 0.285)]),
          garment.trim,
          1.3,
        ),
        {
          ...mark(
            onTorso(figure, 'M-11,0 L11,0 L11,8 L0,14 L-11,8 Z', 0.27, side * 0.6),
            darken(garment.fabric.base, 0.14),
          ),
          stroke: ink,
          width: 1,
        },
        stitch(
          curve([figure.torso(side * 0.44, 0.34), figure.torso(side * 0.36, end)]),
          garment.trim,
          1.3,
        ),
        stitch(
          curve([figure.torso(side * 0.76, 0.34), figure.torso(side * 0.62, end)]),
          garment.trim,
          1.3,
        ),
        ...column(
          figure,
          side * Math.max(0.04, front.gap[0] + 0.07),
          0.2,
          end - 0.06,
          side < 0 ? 5 : 0,
          garment.metal,
          2.4,
        ),
        mark(bandMark.path, darken(garment.fabric.base, 0.14)),
      ]
    if (kind === 'biker')
      return [
        seam(curve(edge), garment.metal, 3, 1),
        seam(
          curve([figure.torso(side * 0.9, 0.52), figure.torso(side * 0.5, 0.58)]),
          garment.metal,
          2.2,
          1,
        ),
        seam(curve([figure.torso(side * 1.1, 0.22), figure.torso(side * 0.4, 0.25)]), ink, 1.5),
        bandMark,
        mark(ellipse(figure.torso(side * 0.45, end - 0.03), 3), garment.metal),
      ]
    return [
      bandMark,
      seam(curve(edge), kind === 'varsity' ? ink : garment.metal, 2.2, 1),
      seam(
        onTorso(figure, side < 0 ? 'M-6,-12 L4,12' : 'M6,-12 L-4,12', 0.66, side * 0.7),
        ink,
        2.6,
        0.9,
      ),
      ...(kind === 'varsity'
        ? column(
            figure,
            side < 0 ? -Math.max(0.08, front.gap[0] + 0.06) : 3,
            0.2,
            0.7,
            5,
            garment.metal,
            2.6,
          )
        : []),
      ...(kind === 'varsity' && side > 0
        ? [
            mark(
              onTorso(
                figure,
                'M-10,-12 L10,-12 L10,-5 L-2,-5 L-2,-2 L8,-2 L8,4 L-2,4 L-2,12 L-10,12 Z',
                0.34,
                0.55,
              ),
              garment.trim,
            ),
          ]
        : []),
    ]
  }
  const collar: Piece[] = soft
    ? [
        {
          owner: garment.id,
          z: LAYER.lapels,
          fill: band,
          edge: 0.8,
          shade: 4,
          path: outline(
            [
              figure.torso(-0.34, -0.1),
              figure.torso(-0.3, 0.02),
              figure.torso(-Math.max(0.04, front.gap[0]), 0.1),
            ],
            [
              figure.torso(-Math.max(0.04, front.gap[0]) - 0.12, 0.13),
              figure.torso(-0.46, 0.03),
              figure.torso(-0.46, -0.07),
            ],
          ),
        },
        {
          owner: garment.id,
          z: LAYER.lapels,
          fill: band,
          edge: 0.8,
          shade: 4,
          path: outline(
            [
              figure.torso(0.34, -0.1),
              figure.torso(0.3, 0.02),
              figure.torso(Math.max(0.04, front.gap[0]), 0.1),
            ],
            [
              figure.torso(Math.max(0.04, front.gap[0]) + 0.12, 0.13),
              figure.torso(0.46, 0.03),
              figure.torso(0.46, -0.07),
            ],
          ),
        },
      ]
    : notchedLapel(
        garment,
        figure,
        { ...front, break: kind === 'biker' ? 0.42 : 0.24, gap: [Math.max(0.06, front.gap[0]), 0] },
        darken(garment.fabric.base, 0.16),
        kind === 'biker' ? 1.2 : 0.92,
      )
  return [
    lining(garment, figure, front),
    ...panels(garment, figure, front, marks),
    ...collar,
    ...longSleeves(
      sleeveFabric,
      figure,
      soft ? easeBy([0, 9], [0.5, 12], [0.88, 11], [0.97, 4]) : easeBy([0, 5], [0.5, 6], [0.97, 5]),
      (side) => {
        const arm = figure.arm(side)
        return [
          mark(
            outline([arm.at(-3, 0.91), arm.at(3, 0.91)], [arm.at(3, 1.1), arm.at(-3, 1.1)]),
            soft ? band : darken(garment.fabric.base, 0.16),
          ),
        ]
      },
    ),
  ]
}

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
