import { darken, lighten, seamOn } from '#demo/draw/color.ts'
import { IDENTITY, translation, placement, type Point } from '#demo/draw/point.ts'
import { LAYER } from '#demo/layers.ts'
import { type Art, handles, hangAt, solid } from './bag-parts.ts'
import type { DrawGarment } from './garment.ts'

export const drawTote: DrawGarment = (garment, figure, worn) => {
  const { at, z } = hangAt(figure, worn)
  const frame = translation(at[0], at[1])
  const strap = garment.cut % 2 ? garment.trim : darken(garment.fabric.base, 0.25)
  const ink = seamOn(garment.fabric.base)
  const wide = garment.cut % 3 === 1
  const body = wide
    ? 'M-46,50 L46,50 L40,122 C40,126 38,128 34,128 L-34,128 C-38,128 -40,126 -40,122 Z'
    : 'M-36,50 L36,50 L38,132 C38,135 36,136 34,136 L-34,136 C-36,136 -38,135 -38,132 Z'
  const art: Art[] =
    garment.fabric.weave === 'plain'
      ? ([
          [{ d: 'M-14,98 C-14,80 14,80 14,98 Z', fill: garment.trim }],
          [{ d: 'M-60,104 L60,104 L60,140 L-60,140 Z', fill: garment.trim }],
          [{ d: 'M0,74 L14,92 L0,110 L-14,92 Z', fill: garment.trim }],
        ][garment.cut % 3] ?? [])
      : []
  return [
    ...handles(
      garment,
      z - 0.1,
      [
        [
          [-20, 56],
          [-17, 24],
          [-4, -2],
          [4, -2],
          [17, 24],
          [20, 56],
        ],
      ],
      frame,
      4.5,
      darken(strap, 0.25),
    ),
    solid(garment, z, body, frame, [
      ...art,
      { d: 'M-60,57 L60,57', line: ink, width: 1.3, stitched: true },
      { d: 'M-22,50 L-22,66 M22,50 L22,66', line: strap, width: 5 },
    ]),
    ...handles(
      garment,
      z + 0.1,
      [
        [
          [-22, 62],
          [-20, 30],
          [-5, 0],
          [5, 0],
          [20, 30],
          [22, 62],
        ],
      ],
      frame,
      4.5,
      strap,
    ),
  ]
}

export const drawTopHandle: DrawGarment = (garment, figure, worn) => {
  const { at, z } = hangAt(figure, worn)
  const frame = translation(at[0], at[1])
  const { base } = garment.fabric
  const flap = garment.cut % 2 === 0
  const bodies = [
    'M-40,42 L40,42 L47,102 C48,110 44,114 38,114 L-38,114 C-44,114 -48,110 -47,102 Z',
    'M-36,44 C-20,40 20,40 36,44 C46,70 48,92 42,112 L-42,112 C-48,92 -46,70 -36,44 Z',
    'M-44,48 L44,48 L44,104 C44,110 40,112 36,112 L-36,112 C-40,112 -44,110 -44,104 Z',
  ]
  const art: Art[] = flap
    ? [
        { d: 'M-60,36 L60,36 L60,62 C30,80 -30,80 -60,62 Z', fill: lighten(base, 0.16) },
        { d: 'M-60,62 C-30,80 30,80 60,62', line: darken(base, 0.4), width: 1.6 },
        { d: 'M-6,69 L6,69 L6,81 L-6,81 Z', fill: garment.metal },
      ]
    : [
        { d: 'M-60,58 L60,58', line: darken(base, 0.4), width: 1.6 },
        { d: 'M-3,44 L3,44 L5,78 L-5,78 Z', fill: garment.trim },
        { d: 'M-5,72 L5,72 L5,80 L-5,80 Z', fill: garment.metal },
      ]
  return [
    ...handles(
      garment,
      z - 0.1,
      [
        [
          [-20, 48],
          [-18, 18],
          [-6, 1],
          [6, 1],
          [18, 18],
          [20, 48],
        ],
      ],
      frame,
      5.5,
      garment.cut % 3 === 1 ? garment.trim : darken(base, 0.22),
    ),
    solid(garment, z, bodies[garment.cut % 3] ?? '', frame, [
      ...art,
      { d: 'M-44,106 L44,106', line: seamOn(base), width: 1.2, stitched: true },
    ]),
  ]
}

export const drawBucketBag: DrawGarment = (garment, figure, worn) => {
  const { at, z } = hangAt(figure, worn)
  const frame = translation(at[0], at[1])
  const { base } = garment.fabric
  return [
    ...handles(
      garment,
      z - 0.1,
      [
        [
          [-18, 60],
          [-18, 26],
          [-5, 0],
          [5, 0],
          [18, 26],
          [18, 60],
        ],
      ],
      frame,
      4.5,
      garment.trim,
    ),
    solid(
      garment,
      z,
      'M-26,54 C-12,60 12,60 26,54 C34,76 38,98 35,118 C20,126 -20,126 -35,118 C-38,98 -34,76 -26,54 Z',
      frame,
      [
        { d: 'M-60,66 C-20,74 20,74 60,66', line: garment.trim, width: 2.4 },
        {
          d: 'M-14,60 L-12,84 M0,62 L0,88 M14,60 L12,84',
          line: darken(base, 0.4),
          width: 1.4,
          opacity: 0.6,
        },
        { d: 'M-60,110 L60,110 L60,140 L-60,140 Z', fill: darken(base, 0.25) },
      ],
    ),
    solid(
      garment,
      z + 0.1,
      'M-3,70 C-8,84 -10,92 -9,102 L-4,102 C-4,92 -1,82 1,72 Z M1,70 C6,82 8,90 8,98 L4,99 C2,90 -1,82 -2,72 Z',
      frame,
      [],
      garment.trim,
    ),
  ]
}

export const drawClutch: DrawGarment = (garment, figure, worn) => {
  const hand = figure.hand(worn.hand)
  const grip: Point = figure.flat
    ? [0, 0]
    : [hand.frame[0] * 16 + hand.frame[4], hand.frame[1] * 16 + hand.frame[5]]
  const frame = figure.flat ? IDENTITY : placement([grip[0], grip[1] + 8], worn.hand * -8)
  const { base } = garment.fabric
  const kinds: readonly { d: string; art: Art[] }[] = [
    {
      d: 'M-42,-20 L42,-20 L42,22 C42,25 40,26 38,26 L-38,26 C-40,26 -42,25 -42,22 Z',
      art: [
        { d: 'M-42,-20 L0,10 L42,-20 Z', fill: darken(base, 0.16) },
        { d: 'M-42,-20 L0,10 L42,-20', line: darken(base, 0.45), width: 1.5 },
        { d: 'M-5,5 L5,5 L5,14 L-5,14 Z', fill: garment.metal },
      ],
    },
    {
      d: 'M-40,-14 C-26,-26 26,-26 40,-14 C48,2 44,22 36,26 L-36,26 C-44,22 -48,2 -40,-14 Z',
      art: [
        {
          d: 'M-30,-10 C-34,4 -32,18 -28,30 M-10,-14 C-12,4 -12,18 -10,30 M10,-14 C12,4 12,18 10,30 M30,-10 C34,4 32,18 28,30',
          line: seamOn(base),
          width: 1.4,
          opacity: 0.6,
        },
        { d: 'M-60,-26 L60,-26 L60,-15 L-60,-15 Z', fill: garment.metal },
      ],
    },
    {
      d: 'M-38,-18 L38,-18 L38,24 L-38,24 Z',
      art: [
        { d: 'M-60,-6 L60,-6 L60,10 L-60,10 Z', fill: garment.trim },
        { d: 'M-60,-15 L60,-15', line: garment.metal, width: 2.4 },
      ],
    },
  ]
  const kind = kinds[garment.cut % kinds.length]
  return kind
    ? [solid(garment, figure.flat ? LAYER.bag : LAYER.hands - 0.4, kind.d, frame, kind.art)]
    : []
}
