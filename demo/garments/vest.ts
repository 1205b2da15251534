import { darken, seamOn } from '#demo/draw/color.ts'
import { plain } from '#demo/draw/fabric.ts'
import { curve, ellipse, outline } from '#demo/draw/path.ts'
import { mark, type Piece, seam, stitch } from '#demo/draw/piece.ts'
import { SIDES } from '#demo/figure/pose.ts'
import { LAYER } from '#demo/layers.ts'
import { bodice, easeBy, frontLine, type Neckline, onTorso } from './cutting.ts'
import type { DrawGarment } from './garment.ts'
import { hemBand, neckBand } from './top-parts.ts'

export const drawVest: DrawGarment = (garment, figure) => {
  const knit = garment.cut % 2 === 1
  const neck: Neckline = { kind: 'v', half: 21, depth: knit ? 0.28 : 0.36, rise: 0.02 }
  const ink = seamOn(garment.fabric.base)
  const body: Piece = {
    owner: garment.id,
    z: LAYER.vest,
    fill: garment.fabric,
    shade: 14,
    path: bodice(figure, {
      neck,
      shoulder: knit ? 0.9 : 0.8,
      ease: easeBy([0, 3], [0.3, 7], [0.6, knit ? 11 : 7], [0.9, 6]),
      hem: knit ? 0.94 : 0.9,
      dip: knit ? 0.01 : 0.07,
    }),
    marks: knit
      ? [mark(neckBand(figure, neck, 6), garment.trim), hemBand(figure, 0.88, ink)]
      : [
          seam(curve(frontLine(figure, 0.36, 1.1)), ink, 1.6, 0.9),
          ...[0, 1, 2, 3].map((i) =>
            mark(ellipse(figure.torso(0.07, 0.44 + i * 0.12), 2.4), garment.metal),
          ),
          seam(onTorso(figure, 'M-10,0 L10,-3', 0.7, 0.52), ink, 3, 0.8),
          seam(onTorso(figure, 'M-10,-3 L10,0', 0.7, -0.52), ink, 3, 0.8),
        ],
  }
  const backPieces: Piece[] = figure.flat
    ? [
        {
          owner: garment.id,
          z: LAYER.coatBack,
          fill: plain(darken(garment.fabric.base, 0.4)),
          path: outline(
            [figure.torso(-0.5, -0.03), figure.torso(0, 0), figure.torso(0.5, -0.03)],
            [figure.torso(0.5, 0.4), figure.torso(-0.5, 0.4)],
          ),
        },
      ]
    : []
  return [
    ...backPieces,
    {
      ...body,
      marks: [
        ...(body.marks ?? []),
        ...SIDES.map((side) =>
          stitch(
            curve([
              figure.torso(side * 0.76, 0.05),
              figure.torso(side * 0.7, 0.16),
              figure.torso(side * 0.94, 0.29),
            ]),
            ink,
          ),
        ),
      ],
    },
  ]
}
