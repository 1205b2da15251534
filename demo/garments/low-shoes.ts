import { darken, seamOn } from '#demo/draw/colour.ts'
import { mark, seam } from '#demo/draw/piece.ts'
import type { DrawGarment } from './garment.ts'
import { shoe, type Part } from './shoe-parts.ts'

export const drawLoafers: DrawGarment = (garment, figure) => {
  const { base } = garment.fabric
  const chunky = garment.cut % 2 === 1
  const ink = seamOn(base)
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
          {
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
      ...ornaments.slice(garment.cut % 4, (garment.cut % 4) + 1),
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
