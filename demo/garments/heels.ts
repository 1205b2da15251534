import { darken } from '#demo/draw/colour.ts'
import { seam } from '#demo/draw/piece.ts'
import type { DrawGarment } from './garment.ts'
import { heelOf, PAIR, type Part, shoe } from './shoe-parts.ts'

export const drawHeels: DrawGarment = (garment, figure) => {
  const kind = garment.cut % 4
  const heel = heelOf('heels', garment.cut)
  const floor = 24 + heel
  const { base } = garment.fabric
  const toe = kind === 2 ? 50 : 53
  const upper = `M-13,7 C-15,14 -15,20 -12,25 C0,${26 + heel * 0.25} 10,${floor - heel * 0.2} 22,${floor} L${toe - 5},${floor} C${toe + 2},${floor} ${toe},${floor - 5} ${toe - 6},${floor - 7} C38,${floor - 11} 32,${floor - 12} 26,${floor - 14} C22,${floor - 8} 12,${20 + heel * 0.35} 2,17 C-3,14 -8,9 -13,7 Z`
  const stiletto =
    kind === 1
      ? `M-14,18 L-2,26 L-5,${floor} L-13,${floor} Z`
      : `M-13,18 L-2,25 C-8,${26 + heel * 0.3} -9,${floor - 6} -9,${floor} L-12.5,${floor} C-13,${floor - 10} -15,28 -13,18 Z`
  const strap: Part[] =
    kind === 2 || kind === 3
      ? [
          { d: 'M-12,-2 C-4,3 6,3 12,-3 L12.5,1.5 C6,7.5 -4,7.5 -13,3 Z', fill: garment.fabric },
          { d: 'M8,-1.5 L12,-3.5 L13,1 L9,3 Z', fill: garment.metal },
        ]
      : []
  const platform: Part[] =
    kind === 1
      ? [
          {
            d: `M16,${floor - 4} L52,${floor - 5} C55,${floor - 2} 54,${floor} 50,${floor} L20,${floor} Z`,
            fill: garment.trim,
          },
        ]
      : []
  const bow: Part[] =
    kind === 0 && garment.cut % 8 === 4
      ? [
          {
            d: `M34,${floor - 12} C28,${floor - 20} 22,${floor - 16} 26,${floor - 11} Z M34,${floor - 12} C40,${floor - 20} 46,${floor - 14} 42,${floor - 9} Z`,
            fill: garment.trim,
          },
        ]
      : []
  const farWall = `M-13,7 C-9,3 0,8 8,${14 + heel * 0.15} C16,${16 + heel * 0.4} 24,${floor - 18} 28,${floor - 14} C22,${floor - 6} 10,${22 + heel * 0.35} 2,17 C-3,14 -8,9 -13,7 Z`
  return shoe(garment, figure, {
    pair: PAIR.high,
    inside: [
      { d: farWall, fill: darken(base, 0.45) },
      ...(strap.length
        ? [{ d: 'M-12,-1 C-8,-8 8,-8 12,-3 L12,0 C7,-4 -6,-4 -12,3 Z', fill: darken(base, 0.3) }]
        : []),
    ],
    parts: [
      { d: stiletto, fill: darken(kind === 1 ? garment.trim : base, 0.2) },
      {
        d: upper,
        fill: garment.fabric,
        shade: 2,
        marks: [
          {
            d: `M-13,8.5 C-8,10.5 -3,15.5 2,18.5 C12,${21.5 + heel * 0.35} 22,${floor - 6.5} 26.5,${floor - 12.5}`,
            mark: (p) => seam(p, darken(base, 0.4), 1.1, 0.6),
          },
        ],
      },
      ...platform,
      ...strap,
      ...(strap.length ? [{ d: `M-13,0 L-9,2 L-9,12 L-14,10 Z`, fill: garment.fabric }] : []),
      ...bow,
    ],
  })
}
