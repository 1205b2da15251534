import { deeper, paler, seamOn } from '#demo/draw/colour.ts'
import { pathOf, transformed, type Path } from '#demo/draw/path.ts'
import { mark, seam, stitch, type Mark, type Piece } from '#demo/draw/piece.ts'
import { between, IDENTITY, moved, placed, type Matrix, type Point } from '#demo/draw/point.ts'
import { cord } from '#demo/draw/tube.ts'
import { SIDES, type Figure } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import type { DrawGarment, Garment, Worn } from './garment.ts'

/** Where a carried bag hangs from: the fist, or the crook of a bent arm. */
const hangAt = (figure: Figure, worn: Worn): { at: Point; z: number } => {
  if (figure.flat) return { at: [0, 0], z: LAYER.bag }
  const hand = figure.hand(worn.hand)
  if (hand.pose.carries === 'crook') return { at: figure.arm(worn.hand).at(0, 0.68), z: LAYER.bag }
  const grip: Point = [hand.frame[0] * 14 + hand.frame[4], hand.frame[1] * 14 + hand.frame[5]]
  return { at: grip, z: LAYER.hands - 0.5 }
}
type Art = {
  d: string
  fill?: string
  line?: string
  width?: number
  stitched?: boolean
  opacity?: number
}
const artMarks = (art: readonly Art[], frame: Matrix): Mark[] =>
  art.map(({ d, fill, line, width, stitched, opacity }) => {
    const path = transformed(pathOf(d), frame)
    if (line) return stitched ? stitch(path, line, width) : seam(path, line, width, opacity ?? 0.9)
    return mark(path, fill ?? '#000', opacity ?? 1)
  })
const solid = (
  garment: Garment,
  z: number,
  d: string | Path,
  frame: Matrix,
  art: readonly Art[] = [],
  fill: Piece['fill'] = garment.fabric,
): Piece => ({
  owner: garment.id,
  z,
  path: transformed(typeof d === 'string' ? pathOf(d) : d, frame),
  fill,
  shade: 9,
  edge: 0.7,
  marks: artMarks(art, frame),
})
const handles = (
  garment: Garment,
  z: number,
  lines: readonly (readonly Point[])[],
  frame: Matrix,
  width: number,
  fill: string,
): Piece[] =>
  lines.map((points) => ({
    owner: garment.id,
    z,
    path: transformed(cord(points, width), frame),
    fill,
  }))

export const drawTote: DrawGarment = (garment, figure, worn) => {
  const { at, z } = hangAt(figure, worn)
  const frame = moved(at[0], at[1])
  const strap = garment.cut % 2 ? garment.trim : deeper(garment.fabric.base, 0.25)
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
      deeper(strap, 0.25),
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
  const frame = moved(at[0], at[1])
  const { base } = garment.fabric
  const flap = garment.cut % 2 === 0
  const bodies = [
    'M-40,42 L40,42 L47,102 C48,110 44,114 38,114 L-38,114 C-44,114 -48,110 -47,102 Z',
    'M-36,44 C-20,40 20,40 36,44 C46,70 48,92 42,112 L-42,112 C-48,92 -46,70 -36,44 Z',
    'M-44,48 L44,48 L44,104 C44,110 40,112 36,112 L-36,112 C-40,112 -44,110 -44,104 Z',
  ]
  const art: Art[] = flap
    ? [
        { d: 'M-60,36 L60,36 L60,62 C30,80 -30,80 -60,62 Z', fill: paler(base, 0.16) },
        { d: 'M-60,62 C-30,80 30,80 60,62', line: deeper(base, 0.4), width: 1.6 },
        { d: 'M-6,69 L6,69 L6,81 L-6,81 Z', fill: garment.metal },
      ]
    : [
        { d: 'M-60,58 L60,58', line: deeper(base, 0.4), width: 1.6 },
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
      garment.cut % 3 === 1 ? garment.trim : deeper(base, 0.22),
    ),
    solid(garment, z, bodies[garment.cut % 3] ?? '', frame, [
      ...art,
      { d: 'M-44,106 L44,106', line: seamOn(base), width: 1.2, stitched: true },
    ]),
  ]
}

/** At the hip, its strap over the shoulder of the same side. */
export const drawShoulderBag: DrawGarment = (garment, figure, worn) => {
  const side = worn.hand
  const { base } = garment.fabric
  const hip = figure.flat ? ([0, 0] as const) : figure.torso(side, 0.88, 16)
  const frame = placed(hip, 0, 1)
  const shoulder = figure.flat ? ([0, -92] as const) : figure.torso(side * 0.72, -0.005)
  const shapes = [
    'M-32,-14 C-14,-20 14,-20 32,-14 C40,8 38,30 32,36 C12,42 -12,42 -32,36 C-38,30 -40,8 -32,-14 Z',
    'M-36,-14 L36,-14 L36,30 C36,36 32,38 28,38 L-28,38 C-32,38 -36,36 -36,30 Z',
    'M-40,-10 C-20,6 20,6 40,-10 C46,20 28,40 0,40 C-28,40 -46,20 -40,-10 Z',
  ]
  const chain = garment.cut % 2 === 1
  const quilted: Art[] = chain
    ? [
        {
          d: 'M-60,-30 L20,50 M-40,-30 L40,50 M-20,-30 L60,50 M60,-30 L-20,50 M40,-30 L-40,50 M20,-30 L-60,50',
          line: seamOn(base),
          width: 1,
          opacity: 0.5,
        },
      ]
    : []
  const strapLine = (end: number): Point[] => [
    [hip[0] + end, hip[1] - 10],
    figure.flat ? [end * 0.8, -54] : between([hip[0] + end, hip[1]], shoulder, 0.5),
    [shoulder[0] + end * 0.12, shoulder[1] - 1],
  ]
  const straps = [-24, 24].map((end): Piece => ({
    owner: garment.id,
    z: LAYER.strap,
    path: cord(strapLine(end), chain ? 2.6 : 4),
    fill: chain ? garment.metal : deeper(base, 0.25),
  }))
  return [
    ...straps,
    solid(garment, LAYER.bag, shapes[garment.cut % 3] ?? '', frame, [
      ...quilted,
      ...(garment.cut % 3 === 2
        ? [{ d: 'M-60,-16 C-20,4 20,4 60,-16', line: garment.trim, width: 3 }]
        : [
            { d: 'M-60,-24 L60,-24 L60,4 C20,16 -20,16 -60,4 Z', fill: deeper(base, 0.14) },
            { d: 'M-60,4 C-20,16 20,16 60,4', line: deeper(base, 0.45), width: 1.3 },
          ]),
      { d: 'M-5,6 L5,6 L5,16 L-5,16 Z', fill: garment.metal },
    ]),
  ]
}

export const drawCrossbody: DrawGarment = (garment, figure, worn) => {
  const side = worn.hand
  const { base } = garment.fabric
  const hip = figure.flat ? ([0, 0] as const) : figure.torso(side * 0.72, 0.92)
  const far = figure.flat ? ([0, -120] as const) : figure.torso(-side * 0.66, -0.01)
  const frame = placed(hip, figure.flat ? 0 : figure.pose.hipTilt)
  const soft = garment.cut % 2
  const shape = soft
    ? 'M-26,-18 C-8,-24 8,-24 26,-18 C34,-4 32,20 24,26 C8,30 -8,30 -24,26 C-32,20 -34,-4 -26,-18 Z'
    : 'M-29,-18 L29,-18 L29,20 C29,24 27,26 23,26 L-23,26 C-27,26 -29,24 -29,20 Z'
  const lines: Point[][] = figure.flat
    ? [
        [
          [-24, -12],
          [-34, -60],
          [-8, -118],
          [8, -118],
          [34, -60],
          [24, -12],
        ],
      ]
    : [[[hip[0] - side * 8, hip[1] - 16], figure.torso(0.05 * side, 0.42), far]]
  return [
    ...lines.map((points): Piece => ({
      owner: garment.id,
      z: LAYER.strap,
      path: cord(points, 3.6),
      fill: garment.cut % 3 ? deeper(base, 0.3) : garment.trim,
    })),
    solid(garment, LAYER.bag - 0.5, shape, frame, [
      {
        d: soft ? 'M-40,-6 C-10,-12 10,-12 40,-6' : 'M-40,-26 L40,-26 L40,-2 C14,8 -14,8 -40,-2 Z',
        ...(soft ? { line: garment.metal, width: 2.2 } : { fill: paler(base, 0.18) }),
      },
      { d: 'M-4,0 L4,0 L4,8 L-4,8 Z', fill: garment.metal },
      { d: 'M-25,22 L25,22', line: seamOn(base), width: 1, stitched: true },
    ]),
  ]
}

export const drawBucketBag: DrawGarment = (garment, figure, worn) => {
  const { at, z } = hangAt(figure, worn)
  const frame = moved(at[0], at[1])
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
          line: deeper(base, 0.4),
          width: 1.4,
          opacity: 0.6,
        },
        { d: 'M-60,110 L60,110 L60,140 L-60,140 Z', fill: deeper(base, 0.25) },
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
  const frame = figure.flat ? IDENTITY : placed([grip[0], grip[1] + 8], worn.hand * -8)
  const { base } = garment.fabric
  const kinds: readonly { d: string; art: Art[] }[] = [
    {
      d: 'M-42,-20 L42,-20 L42,22 C42,25 40,26 38,26 L-38,26 C-40,26 -42,25 -42,22 Z',
      art: [
        { d: 'M-42,-20 L0,10 L42,-20 Z', fill: deeper(base, 0.16) },
        { d: 'M-42,-20 L0,10 L42,-20', line: deeper(base, 0.45), width: 1.5 },
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

export const drawBackpack: DrawGarment = (garment, figure) => {
  const { base } = garment.fabric
  const centre = figure.torso(0, 0.36)
  const frame = placed([centre[0], centre[1]], figure.flat ? 0 : figure.pose.shoulderTilt * 0.5)
  const w = figure.flat ? 50 : Math.max(62, figure.body.shoulder + 14)
  const body = `M${-w},-44 C${-w},-84 ${-w + 22},-92 0,-92 C${w - 22},-92 ${w},-84 ${w},-44 L${w + 2},70 C${w + 2},82 ${w - 6},88 ${w - 16},88 L${-w + 16},88 C${-w + 6},88 ${-w - 2},82 ${-w - 2},70 Z`
  if (figure.flat)
    return [
      {
        owner: garment.id,
        z: 1,
        path: transformed(
          cord(
            [
              [-12, -88],
              [-10, -106],
              [10, -106],
              [12, -88],
            ],
            5,
          ),
          frame,
        ),
        fill: garment.trim,
      },
      solid(garment, 2, body, frame, [
        { d: 'M-80,-40 L80,-40 L80,-4 C30,14 -30,14 -80,-4 Z', fill: paler(base, 0.12) },
        { d: 'M-80,-4 C-30,14 30,14 80,-4', line: deeper(base, 0.4), width: 1.6 },
        { d: 'M-34,26 L34,26 L34,74 L-34,74 Z', fill: deeper(base, 0.16) },
        { d: 'M-34,36 L34,36', line: garment.metal, width: 2 },
        {
          d: 'M-20,-20 L-14,-20 L-14,20 L-20,20 Z M14,-20 L20,-20 L20,20 L14,20 Z',
          fill: garment.trim,
        },
        {
          d: 'M-21,10 L-13,10 L-13,17 L-21,17 Z M13,10 L21,10 L21,17 L13,17 Z',
          fill: garment.metal,
        },
      ]),
    ]
  const straps = SIDES.map((side): Piece => ({
    owner: garment.id,
    z: LAYER.strap,
    fill: garment.trim,
    edge: 0.6,
    shade: 2,
    path: cord(
      [
        figure.torso(side * 0.56, -0.03),
        figure.torso(side * 0.6, 0.12),
        figure.torso(side * 0.7, 0.28),
        figure.torso(side * 0.96, 0.42),
      ],
      8.5,
    ),
    marks: [stitch(pathOf('M0,0'), base)],
  }))
  return [solid(garment, LAYER.bagBehind, body, frame), ...straps]
}
