import { darken, seamOn } from '#demo/draw/color.ts'
import { curve } from '#demo/draw/path.ts'
import { mark, seam } from '#demo/draw/piece.ts'
import { easeBy, type Neckline } from './cutting.ts'
import type { DrawGarment } from './garment.ts'
import { hemBand, make, neckBand, prints } from './top-parts.ts'

export const drawTee: DrawGarment = (garment, figure, worn) => {
  const boxy = garment.cut % 2 === 1
  const neck: Neckline =
    garment.cut % 5 === 3
      ? { kind: 'v', half: 19, depth: 0.16 }
      : { kind: 'round', half: 18, depth: 0.065 }
  const ease = boxy
    ? easeBy([0, 4], [0.3, 7], [0.6, 11], [1, 6])
    : easeBy([0, 2], [0.3, 3], [0.6, 4], [1, 3])
  const ink = seamOn(garment.fabric.base)
  const art =
    garment.fabric.weave === 'plain'
      ? (prints[garment.cut % prints.length]?.(figure, garment) ?? [])
      : []
  const trim = garment.cut % 3 === 0 ? garment.trim : darken(garment.fabric.base, 0.16)
  return make(
    garment,
    figure,
    worn,
    {
      neck,
      ease,
      hem: boxy ? 0.98 : 0.94,
      sleeve: {
        to: boxy ? 0.36 : 0.27,
        ease: boxy ? easeBy([0, 4], [0.36, 9]) : easeBy([0, 2.5], [0.3, 4]),
        cuff: 0.025,
      },
    },
    [mark(neckBand(figure, neck, 4), trim), hemBand(figure, boxy ? 0.95 : 0.91, ink), ...art],
  )
}

export const drawTank: DrawGarment = (garment, figure, worn) => {
  const style = garment.cut % 3
  const neck: Neckline =
    style === 0
      ? { kind: 'round', half: 25, depth: 0.2, rise: 0.01 }
      : style === 1
        ? { kind: 'v', half: 29, depth: 0.26, rise: 0 }
        : { kind: 'square', half: 27, depth: 0.17, rise: 0.01 }
  const edge = darken(garment.fabric.base, 0.3)
  return make(
    garment,
    figure,
    worn,
    {
      neck,
      shoulder: style === 1 ? 0.66 : 0.7,
      ease: easeBy([0, 0], [0.3, 2], [0.6, 3], [1, 3]),
      hem: style === 2 ? 0.66 : 0.95,
    },
    [
      mark(neckBand(figure, neck, 2.6), edge),
      seam(
        curve([figure.torso(-0.5, 0.42), figure.torso(-0.46, 0.6), figure.torso(-0.5, 0.8)]),
        edge,
        1.2,
        0.5,
      ),
      seam(
        curve([figure.torso(0.5, 0.42), figure.torso(0.46, 0.6), figure.torso(0.5, 0.8)]),
        edge,
        1.2,
        0.5,
      ),
    ],
  )
}
