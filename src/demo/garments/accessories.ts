import { deeper, paler, seamOn } from '#demo/draw/colour.ts'
import { blob, curve, ellipse, outline, pathOf, transformed } from '#demo/draw/path.ts'
import { mark, seam, type Mark, type Piece } from '#demo/draw/piece.ts'
import { moved, placed, type Point } from '#demo/draw/point.ts'
import { sleeve } from '#demo/draw/tube.ts'
import { handPath } from '#demo/figure/skin.ts'
import { SIDES, type Figure } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import { onTorso } from './cutting.ts'
import type { DrawGarment, Garment } from './garment.ts'

type HatArt = {
  d: string
  fill: (g: Garment) => Piece['fill']
  marks?: (g: Garment) => { d: string; fill?: string; line?: string; width?: number }[]
}
const cloth = (g: Garment) => g.fabric
const HATS: readonly (readonly HatArt[])[] = [
  // fedora
  [
    {
      d: 'M-30,-30 C-32,-62 -20,-72 -8,-66 C-3,-63 4,-63 10,-67 C22,-72 32,-60 30,-30 Z',
      fill: cloth,
      marks: (g) => [
        { d: 'M-40,-42 C-14,-36 14,-36 40,-42 L40,-28 L-40,-28 Z', fill: g.trim },
        { d: 'M-4,-68 C-2,-58 2,-52 4,-48', line: deeper(g.fabric.base, 0.4), width: 2 },
      ],
    },
    {
      d: 'M-58,-28 C-34,-40 34,-40 58,-30 C48,-20 26,-24 0,-24 C-26,-24 -48,-18 -58,-28 Z',
      fill: (g) => deeper(g.fabric.base, 0.12),
    },
  ],
  // beanie
  [
    {
      d: 'M-33,-20 C-38,-62 -18,-74 0,-74 C18,-74 38,-62 33,-20 Z',
      fill: cloth,
      marks: (g) => [
        {
          d: 'M-18,-70 C-24,-52 -24,-36 -22,-22 M0,-74 L0,-22 M18,-70 C24,-52 24,-36 22,-22',
          line: seamOn(g.fabric.base),
          width: 1.3,
        },
      ],
    },
    {
      d: 'M-35,-34 C-14,-40 14,-40 35,-34 L34,-16 C14,-22 -14,-22 -34,-16 Z',
      fill: (g) => deeper(g.fabric.base, 0.14),
    },
  ],
  // bucket
  [
    { d: 'M-28,-32 L-24,-64 C-12,-70 12,-70 24,-64 L28,-32 Z', fill: cloth },
    {
      d: 'M-29,-38 C-12,-44 12,-44 29,-38 C38,-30 44,-20 47,-12 C30,-22 -30,-22 -47,-12 C-44,-20 -38,-30 -29,-38 Z',
      fill: cloth,
      marks: (g) => [
        { d: 'M-46,-20 C-20,-32 20,-32 46,-20', line: seamOn(g.fabric.base), width: 1.2 },
        { d: 'M-30,-38 C-12,-44 12,-44 30,-38', line: g.trim, width: 3 },
      ],
    },
  ],
  // beret
  [
    {
      d: 'M-34,-26 C-58,-40 -46,-70 -8,-70 C34,-72 48,-48 33,-28 C14,-38 -14,-38 -34,-26 Z',
      fill: cloth,
      marks: (g) => [
        { d: 'M-30,-34 C-14,-44 14,-44 30,-36', line: deeper(g.fabric.base, 0.4), width: 2 },
      ],
    },
    { d: 'M-2,-69 L-1,-77 L3,-77 L3,-69 Z', fill: (g) => deeper(g.fabric.base, 0.2) },
  ],
  // cap
  [
    {
      d: 'M-31,-26 C-34,-60 -16,-68 0,-68 C16,-68 34,-60 31,-26 Z',
      fill: cloth,
      marks: (g) => [
        { d: 'M0,-70 L0,-28', line: seamOn(g.fabric.base), width: 1.2 },
        { d: 'M-9,-52 L9,-52 L9,-40 L-9,-40 Z', fill: g.trim },
      ],
    },
    {
      d: 'M-30,-32 C-10,-38 20,-38 32,-30 C52,-24 60,-16 60,-11 C44,-18 0,-24 -30,-24 Z',
      fill: (g) => deeper(g.fabric.base, 0.2),
    },
  ],
  // wide brim
  [
    {
      d: 'M-28,-32 C-30,-60 -18,-70 0,-70 C18,-70 30,-60 28,-32 Z',
      fill: cloth,
      marks: (g) => [{ d: 'M-40,-44 C-14,-38 14,-38 40,-44 L40,-28 L-40,-28 Z', fill: g.trim }],
    },
    {
      d: 'M-86,-22 C-50,-44 50,-44 86,-24 C60,-16 30,-26 0,-26 C-30,-26 -60,-12 -86,-22 Z',
      fill: cloth,
      marks: (g) => [
        { d: 'M-86,-20 C-50,-34 50,-34 86,-22', line: deeper(g.fabric.base, 0.4), width: 1.4 },
      ],
    },
  ],
]
export const drawHat: DrawGarment = (garment, figure) =>
  (HATS[garment.cut % HATS.length] ?? []).map(({ d, fill, marks }, i): Piece => ({
    owner: garment.id,
    z: LAYER.hat + i / 100,
    path: transformed(pathOf(d), figure.head),
    fill: fill(garment),
    shade: 8,
    edge: i ? 0.6 : 0,
    marks: (marks?.(garment) ?? []).map((m): Mark =>
      m.line
        ? seam(transformed(pathOf(m.d), figure.head), m.line, m.width, 0.8)
        : mark(transformed(pathOf(m.d), figure.head), m.fill ?? garment.trim),
    ),
  }))

/** Lenses left and right, then the bridge, as one area each. */
const LENSES = [
  'M-27,-9 C-27,-13 -6,-13 -4,-9 C-2,4 -8,9 -15,9 C-22,9 -29,3 -27,-9 Z',
  'M-15,-12 C-8,-12 -3,-7 -3,0 C-3,7 -8,11 -15,11 C-22,11 -27,7 -27,0 C-27,-7 -22,-12 -15,-12 Z',
  'M-31,-13 C-22,-10 -10,-10 -4,-8 C-2,4 -8,9 -15,8 C-23,7 -27,0 -31,-13 Z',
  'M-28,-11 L-3,-11 L-4,8 L-26,8 Z',
  'M-28,-9 C-22,-11 -8,-11 -3,-9 C-2,4 -8,13 -15,12 C-23,11 -28,4 -28,-9 Z',
] as const
const mirrorX = [-1, 0, 0, 1, 0, 0] as const
export const drawEyewear = (garment: Garment, figure: Figure, dark: boolean): Piece[] => {
  const lens = pathOf(LENSES[garment.cut % LENSES.length] ?? LENSES[0])
  const lift = moved(0, -3)
  const on = (path: typeof lens) => transformed(transformed(path, lift), figure.head)
  const frame = garment.fabric.base
  const pane = dark ? garment.trim : paler('#dfe9ee', 0.2)
  const width = dark ? 4 : 5
  const rim = (path: typeof lens): Piece => ({
    owner: garment.id,
    z: LAYER.eyewear,
    path: on(path),
    fill: dark && garment.cut % 2 ? frame : pane,
    opacity: dark ? 1 : 0.4,
    marks: [
      { path: on(path), stroke: frame, width, opacity: 1 },
      ...(dark
        ? [
            mark(
              on(
                transformed(
                  pathOf('M-24,-14 L-16,-14 L-24,12 L-32,12 Z'),
                  path === lens ? [1, 0, 0, 1, 0, 0] : [1, 0, 0, 1, 31, 0],
                ),
              ),
              '#ffffff',
              0.16,
            ),
          ]
        : []),
    ],
  })
  const arms: Piece[] = figure.flat
    ? []
    : SIDES.map((s): Piece => ({
        owner: garment.id,
        z: LAYER.eyewear - 0.1,
        path: on(
          pathOf(s < 0 ? 'M-33,-10 L-25,-9 L-25,-5 L-33,-6 Z' : 'M33,-10 L25,-9 L25,-5 L33,-6 Z'),
        ),
        fill: frame,
      }))
  const temples: Piece[] = figure.flat
    ? SIDES.map((s): Piece => ({
        owner: garment.id,
        z: LAYER.eyewear - 0.1,
        path: transformed(
          transformed(
            pathOf('M26,-10 L32,-12 C36,-18 40,-22 45,-26 L47,-23 C42,-18 38,-12 34,-6 L26,-5 Z'),
            s < 0 ? mirrorX : [1, 0, 0, 1, 0, 0],
          ),
          figure.head,
        ),
        fill: deeper(frame, 0.2),
      }))
    : []
  return [
    ...arms,
    ...temples,
    rim(lens),
    rim(transformed(lens, mirrorX)),
    {
      owner: garment.id,
      z: LAYER.eyewear + 0.1,
      path: on(pathOf('M-5,-8 C-2,-11 2,-11 5,-8 L5,-4.5 C2,-7.5 -2,-7.5 -5,-4.5 Z')),
      fill: garment.cut % 5 === 4 ? garment.metal : frame,
    },
  ]
}

export const drawScarf: DrawGarment = (garment, figure) => {
  const kind = garment.cut % 3
  const ink = seamOn(garment.fabric.base)
  const [x, y] = figure.neckTop
  const wrap = blob([
    [x - 25, y + 8],
    [x, y + 15],
    [x + 25, y + 8],
    figure.torso(0.58, 0.02),
    figure.torso(0.3, 0.12),
    figure.torso(-0.1, 0.13),
    figure.torso(-0.5, 0.08),
    figure.torso(-0.6, 0),
  ])
  const folds = [
    seam(
      curve([
        [x - 26, y + 16],
        [x, y + 27],
        [x + 28, y + 18],
      ]),
      ink,
      1.8,
      0.6,
    ),
    seam(
      curve([
        [x - 26, y + 26],
        [x, y + 38],
        [x + 30, y + 26],
      ]),
      ink,
      1.4,
      0.5,
    ),
  ]
  const z = LAYER.scarf
  if (kind === 2) {
    const knot = [
      'M0,0 C-10,10 -24,22 -28,34 C-18,36 -6,22 2,6 Z',
      'M0,0 C6,14 16,24 26,30 C28,18 14,6 4,0 Z',
      'M-6,-4 L6,-4 L6,7 L-6,7 Z',
    ]
    return [
      {
        owner: garment.id,
        z,
        path: blob([
          [x - 21, y + 10],
          [x, y + 16],
          [x + 21, y + 10],
          figure.torso(0.42, 0),
          figure.torso(0, 0.08),
          figure.torso(-0.42, 0),
        ]),
        fill: garment.fabric,
        shade: 7,
        edge: 0.7,
        marks: folds,
      },
      ...knot.map((d, i): Piece => ({
        owner: garment.id,
        z: z + 0.1 + i / 100,
        path: onTorso(figure, d, 0.06, -0.14),
        fill: garment.fabric,
        edge: 0.8,
        shade: 3,
      })),
    ]
  }
  const long = kind === 0 ? 0.95 : 0.62
  const tail = (side: -1 | 1, end: number, spread: number): Piece => {
    const way: Point[] = [
      figure.torso(side * 0.22, 0.04),
      figure.torso(side * 0.26, 0.3),
      figure.torso(side * spread, end),
    ]
    const [bx, by] = way[2] ?? [0, 0]
    const fringe: Mark[] = [-12, -7, -2, 3, 8, 13].map((dx) =>
      seam(
        [
          ['M', bx + dx, by - 9],
          ['L', bx + dx, by + 4],
        ],
        ink,
        1.6,
        0.8,
      ),
    )
    return {
      owner: garment.id,
      z: z + (side > 0 ? 0.1 : 0.05),
      path: outline(
        [[way[0]?.[0] ?? 0, way[0]?.[1] ?? 0], ...way.slice(1)].map((p): Point => [
          (p[0] ?? 0) - 13,
          p[1] ?? 0,
        ]),
        [...way].reverse().map((p): Point => [p[0] + 13, p[1]]),
      ),
      fill: garment.fabric,
      shade: 6,
      edge: 0.8,
      marks: fringe,
    }
  }
  return [
    tail(1, long, 0.34),
    ...(kind === 0 ? [tail(-1, long - 0.18, 0.4)] : []),
    {
      owner: garment.id,
      z: z + 0.2,
      path: wrap,
      fill: garment.fabric,
      shade: 9,
      edge: 0.8,
      marks: folds,
      turn: 20,
    },
  ]
}

export const drawBelt: DrawGarment = (garment, figure) => {
  const wide = garment.cut % 3 === 2 ? 0.075 : 0.05
  const v = 0.635
  const ink = deeper(garment.fabric.base, 0.5)
  const buckles = [
    'M-8,-8 L8,-8 L8,8 L-8,8 Z M-4.5,-4.5 L-4.5,4.5 L4.5,4.5 L4.5,-4.5 Z',
    'M-9,0 C-9,-11 9,-11 9,0 C9,11 -9,11 -9,0 Z M-5,0 C-5,6 5,6 5,0 C5,-6 -5,-6 -5,0 Z',
    'M-7,-9 L7,-9 L7,9 L-7,9 Z',
  ]
  if (figure.flat) {
    const curl = outline(
      [
        [-92, -4],
        [-40, 2],
        [20, 2],
        [92, -6],
      ],
      [
        [92, 6],
        [20, 14],
        [-40, 14],
        [-92, 8],
      ],
    )
    return [
      {
        owner: garment.id,
        z: LAYER.belt,
        path: curl,
        fill: garment.fabric,
        shade: 3,
        marks: [
          seam(
            curve([
              [-90, -1],
              [-40, 5],
              [20, 5],
              [90, -3],
            ]),
            ink,
            0.8,
            0.6,
          ),
          ...[40, 50, 60, 70].map((x) => mark(ellipse([x, 6 - (x - 20) * 0.06], 1.4), ink)),
        ],
      },
      {
        owner: garment.id,
        z: LAYER.belt + 0.1,
        path: transformed(pathOf(buckles[garment.cut % 3] ?? ''), placed([-88, 2], 4, 1.5)),
        fill: garment.metal,
        shade: 2,
      },
    ]
  }
  const half = wide / 2
  return [
    {
      owner: garment.id,
      z: LAYER.belt + 0.5,
      path: outline(
        [
          figure.torso(-1, v - half, 3.2),
          figure.torso(0, v - half + 0.012),
          figure.torso(1, v - half, 3.2),
        ],
        [
          figure.torso(1, v + half, 3.2),
          figure.torso(0, v + half + 0.012),
          figure.torso(-1, v + half, 3.2),
        ],
      ),
      fill: garment.fabric,
      shade: 10,
      marks: [
        seam(
          curve([figure.torso(-1.2, v), figure.torso(0, v + 0.012), figure.torso(1.2, v)]),
          ink,
          0.8,
          0.5,
        ),
      ],
    },
    {
      owner: garment.id,
      z: LAYER.belt + 0.6,
      path: onTorso(figure, buckles[garment.cut % 3] ?? '', v + 0.012, 0),
      fill: garment.metal,
    },
  ]
}

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
      fill: garment.fabric.weave === 'plain' ? deeper(garment.fabric.base, 0.15) : garment.fabric,
      edge: 0.7,
    },
  ]
}

export const drawGloves: DrawGarment = (garment, figure) => {
  const from = garment.cut % 2 ? 0.72 : 0.9
  return SIDES.flatMap((side): Piece[] => {
    const { frame, pose } = figure.hand(side)
    const grow = placed([0, 0], 0, 1.12)
    if (figure.flat) {
      const at = placed([side * 30, 0], 90, 1, -side)
      return [
        {
          owner: garment.id,
          z: LAYER.gloves,
          path: transformed(
            transformed(
              pathOf(
                'M-40,-12 C-20,-9 -10,-9 0,-9 C10,-12 18,-12 24,-11 C34,-10 44,-10 52,-7 C56,-5 54,-2 50,-2 C56,-1 57,3 51,3 C54,5 52,8 46,7 C40,7 34,8 28,9 C26,12 32,18 31,22 C28,25 22,21 18,16 C12,11 4,9 -4,9 C-16,9 -26,10 -40,12 Z',
              ),
              grow,
            ),
            at,
          ),
          fill: garment.fabric,
          shade: 4,
          marks: [
            seam(
              transformed(pathOf('M22,-6 L44,-4 M22,-1 L44,1 M-28,-20 L-28,20'), at),
              seamOn(garment.fabric.base),
              1.3,
            ),
          ],
        },
      ]
    }
    if (pose.hand === 'hidden' || pose.hand === 'pocket') return []
    const raised = pose.over === 'head' ? 30 : 0
    return [
      {
        owner: garment.id,
        z: LAYER.gloves + raised,
        path: sleeve(figure.arm(side), from, 1, (v) => (v < 0.8 ? 3.2 : 1.8)),
        fill: garment.fabric,
        shade: 3,
      },
      {
        owner: garment.id,
        z: LAYER.gloves + raised + 0.1,
        path: transformed(
          transformed(handPath(pose.hand === 'fist' ? 'fist' : 'open'), grow),
          frame,
        ),
        fill: garment.fabric,
        shade: 3,
      },
    ]
  })
}
