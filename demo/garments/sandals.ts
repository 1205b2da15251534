import { darken, lighten } from '#demo/draw/colour.ts'
import type { DrawGarment } from './garment.ts'
import { heelOf, PAIR, shoe, type Part } from './shoe-parts.ts'

export const drawSandals: DrawGarment = (garment, figure) => {
  const hasHeel = garment.cut % 2 === 1
  const heel = heelOf('sandals', garment.cut)
  const floor = 24 + heel
  const { base } = garment.fabric
  const farColour = darken(base, 0.3)
  const sole = hasHeel
    ? `M-14,24 C0,${26 + heel * 0.25} 10,${floor - heel * 0.2} 22,${floor - 2} L50,${floor - 3} L51,${floor} L20,${floor} C8,${floor - heel * 0.1} 0,${31 + heel * 0.25} -14,29 Z`
    : `M-15,${floor - 5} L50,${floor - 5} C54,${floor - 4} 53,${floor} 50,${floor} L-14,${floor} C-16,${floor - 1} -16,${floor - 4} -15,${floor - 5} Z`
  const insole = hasHeel
    ? `M-14,24 C-4,21 8,${23 + heel * 0.42} 20,${floor - 6} C32,${floor - 8} 44,${floor - 7} 50,${floor - 3} L22,${floor - 2} C10,${floor - heel * 0.2} 0,${26 + heel * 0.25} -14,24 Z`
    : `M-15,${floor - 5} C-8,${floor - 10} 40,${floor - 10} 50,${floor - 5} Z`
  const toeStrap = `M26,${floor - 17} C34,${floor - 17} 42,${floor - 12} 44,${floor - 3} L36,${floor - 3} C34,${floor - 9} 30,${floor - 12} 24,${floor - 12} Z`
  const farToe = `M26,${floor - 17} C24,${floor - 17} 20,${floor - 14} 19,${floor - 7} L24,${floor - 6} C25,${floor - 10} 26,${floor - 12} 28,${floor - 13} Z`
  const middle = `M14,${10 + heel * 0.5} C22,${12 + heel * 0.6} 28,${16 + heel * 0.8} 30,${floor - 3} L23,${floor - 3} C21,${18 + heel * 0.7} 17,${15 + heel * 0.6} 10,${14 + heel * 0.5} Z`
  const hasStrap = garment.cut % 3 > 0
  const innerParts: Part[] = [
    { d: insole, fill: lighten(garment.trim, 0.35) },
    { d: 'M-12,-4 C-8,-10 7,-10 11,-6 L11,-3 C6,-7 -6,-7 -11,-1 Z', fill: farColour },
    { d: farToe, fill: farColour },
  ]
  return shoe(garment, figure, {
    inside: innerParts,
    pair: hasHeel ? PAIR.high : PAIR.low,
    parts: [
      ...(hasHeel
        ? [{ d: `M-14,27 L-3,30 L-5,${floor} L-12,${floor} Z`, fill: darken(base, 0.25) }]
        : []),
      { d: sole, fill: hasHeel ? garment.fabric : darken(garment.trim, 0.2) },
      { d: toeStrap, fill: garment.fabric, edge: 0.4 },
      ...(hasStrap ? [{ d: middle, fill: garment.fabric, edge: 0.4 }] : []),
      { d: 'M-11,-5 C-4,0 6,0 11,-6 L11.5,-1 C6,5 -4,5 -12,0 Z', fill: garment.fabric, edge: 0.4 },
      { d: 'M7,-3.5 L11,-6 L12,-1.5 L8,1 Z', fill: garment.metal },
      {
        d: `M-13,-1 L-8,1 C-8,10 -8,18 -8,${hasHeel ? 26 : floor - 3} L-14,${hasHeel ? 26 : floor - 3} C-14,16 -13,8 -13,-1 Z`,
        fill: garment.fabric,
      },
    ],
  })
}
