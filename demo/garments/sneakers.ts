import { darken, lighten, seamOn } from '#demo/draw/colour.ts'
import { mark, seam } from '#demo/draw/piece.ts'
import type { DrawGarment } from './garment.ts'
import { PAIR, shoe } from './shoe-parts.ts'

export const drawSneakers: DrawGarment = (garment, figure) => {
  const kind = garment.cut % 4
  const { base } = garment.fabric
  const ink = seamOn(base)
  const high = kind === 1 ? -24 : -3
  const sole =
    kind === 2
      ? 'M-15,21 C-19,25 -20,31 -15,31 L54,31 C58,31 58,25 55,21 Z'
      : 'M-14,22 L54,22 C57,22 57,30 53,30 L-13,30 C-17,30 -17,22 -14,22 Z'
  const upper = `M-10,${high} C-13,6 -15,14 -15,23 L55,23 C55,14 46,11 38,10 C28,7 18,2 11,${high} Z`
  const white = '#F6F1E7'
  return shoe(garment, figure, {
    pair: kind === 1 ? PAIR.high : PAIR.low,
    inside: [
      {
        d: `M-10,${high} C-8,${high - 5} 8,${high - 5} 11,${high} C8,${high + 4} -6,${high + 4} -10,${high} Z`,
        fill: darken(base, 0.5),
      },
    ],
    parts: [
      {
        d: upper,
        fill: garment.fabric,
        shade: 3,
        marks: [
          {
            d: 'M38,10 C46,11 56,13 55,24 L40,24 C41,18 40,13 38,10 Z',
            mark: (p) => mark(p, kind === 3 ? garment.trim : darken(base, 0.12)),
          },
          { d: 'M-16,8 L-5,8 C-4,14 -4,20 -5,24 L-17,24 Z', mark: (p) => mark(p, garment.trim) },
          {
            d: kind === 2 ? 'M0,20 C10,10 20,10 34,20' : 'M4,22 C10,16 22,16 30,12',
            mark: (p) => seam(p, garment.trim, kind === 2 ? 5 : 4, 1),
          },
          {
            d: 'M14,2 L22,-1 M18,5 L27,2 M23,8 L32,5 M12,-3 L18,-6',
            mark: (p) => seam(p, white, 1.8, 1),
          },
          { d: `M-11,${high + 5} L12,${high + 5}`, mark: (p) => seam(p, ink, 1.3, 0.6) },
        ],
      },
      {
        d: sole,
        fill: kind === 2 ? lighten(garment.trim, 0.2) : white,
        edge: 0.5,
        marks: [
          {
            d: 'M-18,26 L58,26',
            mark: (p) => seam(p, kind % 2 ? garment.trim : '#b9b0a2', 1.4, 0.8),
          },
        ],
      },
    ],
  })
}
