import { darken, lighten, seamOn } from '#demo/draw/color.ts'
import { mark, seam } from '#demo/draw/piece.ts'
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

export const drawLoafers: DrawGarment = (garment, figure) => {
  const { base } = garment.fabric
  const kind = garment.cut % 5
  const chunky = kind === 1 || kind === 3
  const ink = seamOn(base)
  const laced = kind === 4
  const ornaments: readonly Part[] = [
    { d: 'M21,9.5 L31,8 L32,11 L22,12.5 Z', fill: garment.metal },
    { d: 'M23,12.5 L29,11.5 L29.6,13.6 L23.6,14.6 Z', fill: darken(base, 0.55) },
    { d: 'M19,10 C24,7 30,7 34,9 L33,12 C29,10 24,10 20,13 Z', fill: garment.metal },
    { d: 'M28,8 L35,12 L33,20 L29,19 Z M26,8 L27,17 L23,20 L21,17 Z', fill: darken(base, 0.3) },
  ]
  return shoe(garment, figure, {
    inside: [
      {
        d: 'M-13,5 C-8,0 14,0 21,4.5 C17,10 6,12 -2,10 C-7,9 -10,7 -13,5 Z',
        fill: darken(base, 0.5),
      },
    ],
    parts: [
      {
        d: 'M-13,5 C-16,12 -16,20 -15,26 L52,26 C58,26 57,20 51,17 C44,13.5 38,13.5 32,10 C27,7 24,5 20,4.5 C16,9.5 6,11.5 -2,9.5 C-7,8.5 -10,6.5 -13,5 Z',
        fill: garment.fabric,
        shade: 3,
        marks: [
          { d: 'M23,8 C30,15 40,13 50,19', mark: (p) => seam(p, ink, 1.3, 0.8) },
          laced
            ? {
                d: 'M16,8 L25,4 M19,11 L28,7 M22,14 L31,10 M24,17 L33,13',
                mark: (p) => seam(p, lighten(base, 0.3), 1.8, 1),
              }
            : {
                d: 'M15,5 C20,9 23,15 23,24 L34,22 C34,14 31,9 25,5 Z',
                mark: (p) => mark(p, darken(base, 0.2)),
              },
          { d: 'M-8,8 C-8,14 -9,20 -9,26', mark: (p) => seam(p, ink, 1.1, 0.6) },
        ],
      },
      {
        d: chunky
          ? 'M-17,23 L57,23 C58,27 57,30 54,30 L16,30 L14,27 L6,27 L5,30 L-16,30 C-18,30 -18,26 -17,23 Z'
          : 'M-16,25 L56,25 C57,27 56,29 53,29 L10,29 L8,27.5 L4,27.5 L3,29 L-15,29 C-17,29 -17,27 -16,25 Z',
        fill: chunky ? '#15110d' : darken(base, 0.5),
      },
      ...ornaments.slice(kind, kind + 1),
    ],
  })
}

export const drawFlats: DrawGarment = (garment, figure) => {
  const { base } = garment.fabric
  const mary = garment.cut % 2 === 1
  const toe = garment.cut % 3 ? garment.trim : darken(base, 0.25)
  return shoe(garment, figure, {
    inside: [
      { d: 'M-13,9 C-6,5 20,8 29,13 C24,21 6,22 -13,9 Z', fill: darken(base, 0.45) },
      ...(mary
        ? [{ d: 'M1,9 C6,3 15,3 20,8 L21,11 C15,6 7,6 2,12 Z', fill: darken(base, 0.25) }]
        : []),
    ],
    parts: [
      {
        d: 'M-13,9 C-17,15 -16,22 -14,27 L50,27 C56,25 51,17.5 43,16 C37,15 33,14.5 29,13 C22,21 4,22 -13,9 Z',
        fill: garment.fabric,
        shade: 2,
        marks: [
          { d: 'M38,12 C42,18 42,24 40,30 L60,30 L60,10 Z', mark: (p) => mark(p, toe) },
          {
            d: 'M-13,10.5 C4,23.5 23,22.5 30,14',
            mark: (p) => seam(p, darken(base, 0.4), 1.2, 0.7),
          },
        ],
      },
      { d: 'M-14,24.8 L51,24.8 C52,26 51,27 49,27 L-13,27 Z', fill: darken(base, 0.5) },
      ...(mary
        ? [
            {
              d: 'M-1,12 C8,17 16,16 20,8 L23,11 C19,20 8,22 -3,16 Z',
              fill: garment.fabric,
              edge: 0.4,
            },
            { d: 'M-1.5,12.5 L2,14.5 L0.5,18 L-3,16 Z', fill: garment.metal },
          ]
        : [
            {
              d: 'M29,13.5 C23,8 18,10 20,14.5 C22,18 27,16 29,13.5 Z M29,13.5 C33,7.5 39,9 38,13.5 C37,17 32,16 29,13.5 Z',
              fill: garment.trim,
            },
            { d: 'M27.5,12 L30.5,12 L31,15.5 L27.5,15.5 Z', fill: darken(garment.trim, 0.3) },
          ]),
    ],
  })
}

export const drawSandals: DrawGarment = (garment, figure) => {
  const hasHeel = garment.cut % 2 === 1
  const heel = heelOf('sandals', garment.cut)
  const floor = 24 + heel
  const { base } = garment.fabric
  const farColor = darken(base, 0.3)
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
    { d: 'M-12,-4 C-8,-10 7,-10 11,-6 L11,-3 C6,-7 -6,-7 -11,-1 Z', fill: farColor },
    { d: farToe, fill: farColor },
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
