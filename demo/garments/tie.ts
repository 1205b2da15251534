import { darken } from '#demo/draw/colour.ts'
import { LAYER } from '#demo/layers.ts'
import { onTorso } from './cutting.ts'
import type { DrawGarment } from './garment.ts'

export const drawTie: DrawGarment = (garment, figure) => {
  if (garment.cut % 3 === 2)
    return [
      'M0,0 C-8,-10 -24,-12 -24,-2 C-24,9 -8,8 0,0 Z',
      'M0,0 C8,-10 24,-12 24,-2 C24,9 8,8 0,0 Z',
      'M-4,-5 L4,-5 L4,5 L-4,5 Z',
    ].map((d, i) => ({
      owner: garment.id,
      z: LAYER.collar + 0.2 + i / 100,
      path: onTorso(figure, d, 0.045),
      fill: garment.fabric,
      shade: 2,
      edge: 0.7,
    }))
  return [
    {
      owner: garment.id,
      z: LAYER.collar + 0.2,
      path: onTorso(
        figure,
        'M-4,8 L4,8 C8,44 11,74 11,100 L0,116 L-11,100 C-11,74 -8,44 -4,8 Z',
        0.04,
      ),
      fill: garment.fabric,
      turn: 30,
      shade: 4,
    },
    {
      owner: garment.id,
      z: LAYER.collar + 0.3,
      path: onTorso(figure, 'M-8,-5 L8,-5 L5,10 L-5,10 Z', 0.04),
      fill: garment.fabric.weave === 'plain' ? darken(garment.fabric.base, 0.15) : garment.fabric,
      edge: 0.7,
    },
  ]
}
