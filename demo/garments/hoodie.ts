import { darken, seamOn } from '#demo/draw/colour.ts'
import { blob, curve, outline } from '#demo/draw/path.ts'
import { type Mark, mark, type Piece, seam } from '#demo/draw/piece.ts'
import { LAYER } from '#demo/layers.ts'
import { easeBy, type Neckline, onTorso } from './cutting.ts'
import type { DrawGarment } from './garment.ts'
import { hemBand, make, neckBand, prints } from './top-parts.ts'

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
