import { deeper, seamOn } from '#demo/draw/colour.ts'
import { mark, seam } from '#demo/draw/piece.ts'
import type { DrawGarment } from './garment.ts'
import { heelOf, shoe } from './shoe-parts.ts'

export const drawLoafers: DrawGarment = (garment, figure) => {
  const { base } = garment.fabric
  const floor = 29
  const chunky = garment.cut % 2 === 1
  return shoe(garment, figure, [
    {
      d: `M-12,6 C-15,12 -15,20 -14,${floor} L54,${floor} C56,22 50,16 42,14 C32,12 28,10 22,6 C14,8 2,12 -12,6 Z`,
      fill: garment.fabric,
      shade: 3,
      marks: [
        { d: 'M24,8 C34,12 44,14 50,20', mark: (p) => seam(p, seamOn(base), 1.4, 0.8) },
        { d: 'M14,9 L30,6 L33,16 L18,20 Z', mark: (p) => mark(p, deeper(base, 0.25)) },
        {
          d: garment.cut % 3 === 0 ? 'M18,12 L30,10' : 'M22,11 L28,10',
          mark: (p) => seam(p, garment.metal, 3, 1),
        },
      ],
    },
    {
      d: chunky
        ? `M-15,${floor - 6} L55,${floor - 6} L54,${floor} L14,${floor} L12,${floor - 2} L8,${floor} L-15,${floor} Z`
        : `M-15,${floor - 3} L55,${floor - 3} L54,${floor} L-15,${floor} Z`,
      fill: chunky ? '#15110d' : deeper(base, 0.5),
    },
    ...(garment.cut % 4 === 2
      ? [
          {
            d: 'M24,9 L32,7 L33,11 L26,13 Z M27,12 L32,11 L34,19 L27,20 Z',
            fill: deeper(base, 0.2),
          },
        ]
      : []),
  ])
}

export const drawSandals: DrawGarment = (garment, figure) => {
  const heeled = garment.cut % 2 === 1
  const heel = heelOf('sandals', garment.cut)
  const floor = 24 + heel
  const { base } = garment.fabric
  const sole = heeled
    ? `M-14,24 C0,${26 + heel * 0.25} 10,${floor - heel * 0.2} 22,${floor - 2} L50,${floor - 3} L51,${floor} L20,${floor} C8,${floor - heel * 0.1} 0,${31 + heel * 0.25} -14,29 Z`
    : `M-15,${floor - 4} L51,${floor - 4} C54,${floor - 2} 53,${floor} 50,${floor} L-14,${floor} Z`
  const toeStraps = `M26,${floor - 17} C34,${floor - 17} 42,${floor - 12} 44,${floor - 3} L36,${floor - 3} C34,${floor - 9} 30,${floor - 12} 24,${floor - 12} Z`
  const middle = `M14,${10 + heel * 0.5} C22,${12 + heel * 0.6} 28,${16 + heel * 0.8} 30,${floor - 3} L23,${floor - 3} C21,${18 + heel * 0.7} 17,${15 + heel * 0.6} 10,${14 + heel * 0.5} Z`
  const ankle = 'M-11,-5 C-4,0 6,0 11,-6 L11.5,-1 C6,5 -4,5 -12,0 Z'
  return shoe(garment, figure, [
    ...(heeled
      ? [{ d: `M-14,27 L-3,30 L-5,${floor} L-12,${floor} Z`, fill: deeper(base, 0.25) }]
      : []),
    { d: sole, fill: heeled ? garment.fabric : deeper(garment.trim, 0.2) },
    { d: toeStraps, fill: garment.fabric, edge: 0.4 },
    ...(garment.cut % 3 ? [{ d: middle, fill: garment.fabric, edge: 0.4 }] : []),
    { d: ankle, fill: garment.fabric, edge: 0.4 },
    { d: 'M7,-3.5 L11,-6 L12,-1.5 L8,1 Z', fill: garment.metal },
    {
      d: `M-13,0 L-8,2 L-8,${heeled ? 26 : floor - 3} L-13,${heeled ? 26 : floor - 3} Z`,
      fill: garment.fabric,
    },
  ])
}

export const drawFlats: DrawGarment = (garment, figure) => {
  const { base } = garment.fabric
  const floor = 27
  const mary = garment.cut % 2 === 1
  return shoe(garment, figure, [
    {
      d: `M-13,9 C-16,15 -15,22 -14,${floor} L50,${floor} C55,24 50,17 43,16 C36,15 32,14 28,13 C22,20 4,22 -13,9 Z`,
      fill: garment.fabric,
      shade: 2,
      marks: [
        {
          d: 'M38,12 C42,18 42,24 40,30 L60,30 L60,10 Z',
          mark: (p) => mark(p, garment.cut % 3 ? garment.trim : deeper(base, 0.25)),
        },
      ],
    },
    {
      d: `M-14,${floor - 2.5} L51,${floor - 2.5} L50,${floor} L-14,${floor} Z`,
      fill: deeper(base, 0.45),
    },
    ...(mary
      ? [{ d: 'M0,8 C8,10 16,10 20,8 L22,13 C16,16 8,15 -1,13 Z', fill: garment.fabric, edge: 0.4 }]
      : [
          {
            d: 'M27,13 C22,8 18,10 20,14 C22,17 26,15 27,13 Z M27,13 C31,7 36,9 35,13 C34,16 30,15 27,13 Z',
            fill: garment.trim,
          },
        ]),
  ])
}
