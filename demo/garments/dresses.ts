import { darken, lighten, seamOn } from '#demo/draw/color.ts'
import { sine } from '#demo/draw/exact-math.ts'
import { curve, ellipse, outline, pathOf, transformPath } from '#demo/draw/path.ts'
import { mark, type Mark, type Piece, seam } from '#demo/draw/piece.ts'
import { between, lerp, type Point } from '#demo/draw/point.ts'
import type { WidthAt } from '#demo/draw/tube.ts'
import type { Side } from '#demo/figure/pose.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import { constant, easeBy, frontLine, type Neckline, neckRuns, sleeves } from './cutting.ts'
import type { DrawGarment, Garment } from './garment.ts'
import { placket, shirtCollar } from './shirts.ts'
import { pleatMarks, type SkirtCut, skirtRuns } from './skirts.ts'
import { insideBack, neckBand } from './top-parts.ts'

type DressCut = {
  neck: Neckline
  shoulder: number
  sleeve: { to: number; ease: WidthAt; cuff?: number } | null
  waist: number
  skirt: Omit<SkirtCut, 'rise'>
  marks?: (garment: Garment, figure: Figure, ink: string) => Mark[]
  collar?: boolean
}
const beltMarks = (garment: Garment, figure: Figure): Mark[] => [
  mark(
    outline(
      [figure.torso(-1.3, 0.565), figure.torso(0, 0.585), figure.torso(1.3, 0.565)],
      [figure.torso(1.3, 0.625), figure.torso(0, 0.645), figure.torso(-1.3, 0.625)],
    ),
    garment.trim,
  ),
]
const darts = (figure: Figure, ink: string): Mark[] =>
  [-1, 1].map((s) =>
    seam(
      curve([
        figure.torso(s * 0.5, 0.3),
        figure.torso(s * 0.46, 0.6),
        figure.torso(s * 0.52, 0.95),
      ]),
      ink,
      1.3,
      0.5,
    ),
  )

const DRESSES: readonly DressCut[] = [
  // slip
  {
    neck: { kind: 'v', half: 27, depth: 0.24, rise: -0.01 },
    shoulder: 0.62,
    sleeve: null,
    waist: 3,
    skirt: { length: 235, flare: 0.07, ease: 3, pleats: 0, dip: 8 },
    marks: (_, f, ink) => [
      seam(curve([f.torso(-0.5, 0.28), f.torso(0, 0.36), f.torso(0.5, 0.28)]), ink, 1.2, 0.5),
      seam(curve([f.torso(-0.6, 0.95), f.torso(-0.2, 1.2), f.torso(-0.3, 1.7)]), ink, 1.6, 0.4),
    ],
  },
  // sheath
  {
    neck: { kind: 'round', half: 22, depth: 0.06 },
    shoulder: 0.84,
    sleeve: null,
    waist: 1.5,
    skirt: { length: 150, flare: -0.01, ease: 1.5, pleats: 0, dip: 5 },
    marks: (_, f, ink) => darts(f, ink),
  },
  // fit and flare
  {
    neck: { kind: 'square', half: 27, depth: 0.14, rise: 0.01 },
    shoulder: 0.76,
    sleeve: null,
    waist: 1.5,
    skirt: { length: 160, flare: 0.42, ease: 5, pleats: 7, dip: 16 },
    marks: (g, f, ink) => [...darts(f, ink), ...beltMarks(g, f)],
  },
  // shirt dress
  {
    neck: { kind: 'v', half: 15, depth: 0.09, rise: 0.04 },
    shoulder: 1,
    sleeve: { to: 0.6, ease: easeBy([0, 3], [0.6, 6]), cuff: 0.05 },
    waist: 4,
    skirt: { length: 180, flare: 0.16, ease: 4, pleats: 0, dip: 9 },
    collar: true,
    marks: (g, f, ink) => [...placket(f, ink, g.metal, 0.1, 1.8), ...beltMarks(g, f)],
  },
  // wrap
  {
    neck: { kind: 'v', half: 20, depth: 0.33 },
    shoulder: 1,
    sleeve: { to: 0.9, ease: easeBy([0, 3], [0.5, 6], [0.9, 12]), cuff: 0.02 },
    waist: 2,
    skirt: { length: 190, flare: 0.2, ease: 4, pleats: 0, dip: 12 },
    marks: (g, f, ink) => [
      seam(curve([f.torso(0.36, 0.05), f.torso(0, 0.33), f.torso(-0.6, 0.58)]), ink, 2, 0.8),
      seam(curve([f.torso(-0.5, 0.62), f.torso(-0.2, 1.2), f.torso(0.35, 1.95)]), ink, 2, 0.7),
      ...beltMarks(g, f),
    ],
  },
  // maxi
  {
    neck: { kind: 'round', half: 24, depth: 0.14 },
    shoulder: 0.74,
    sleeve: null,
    waist: 3,
    skirt: { length: 368, flare: 0.24, ease: 6, pleats: 6, dip: 10 },
  },
  // knit column
  {
    neck: { kind: 'round', half: 18, depth: 0.045 },
    shoulder: 1,
    sleeve: { to: 0.96, ease: constant(3), cuff: 0.05 },
    waist: 1.5,
    skirt: { length: 250, flare: 0, ease: 2.5, pleats: 0, dip: 6 },
  },
  // puff sleeves, tiered
  {
    neck: { kind: 'square', half: 25, depth: 0.12, rise: 0.01 },
    shoulder: 1,
    sleeve: { to: 0.36, ease: easeBy([0, 8], [0.14, 15], [0.3, 13], [0.36, 3]), cuff: 0.03 },
    waist: 2,
    skirt: { length: 210, flare: 0.32, ease: 6, pleats: 8, dip: 13 },
  },
  // mini shift
  {
    neck: { kind: 'round', half: 20, depth: 0.055 },
    shoulder: 1,
    sleeve: { to: 0.5, ease: easeBy([0, 3], [0.5, 9]), cuff: 0.03 },
    waist: 9,
    skirt: { length: 62, flare: 0.16, ease: 8, pleats: 0, dip: 8 },
    marks: (g, f) => [mark(neckBand(f, { kind: 'round', half: 20, depth: 0.055 }, 7), g.trim)],
  },
]

const strap = (garment: Garment, figure: Figure, side: Side, u: number): Piece => {
  const [a, b] = [figure.torso(side * u, 0.14), figure.torso(side * (u - 0.03), -0.005)]
  return {
    owner: garment.id,
    z: LAYER.dress,
    fill: garment.fabric.base,
    path: outline(
      [
        [a[0] - 2, a[1]],
        [b[0] - 2, b[1]],
      ],
      [
        [b[0] + 2, b[1]],
        [a[0] + 2, a[1]],
      ],
    ),
  }
}

export const drawDress: DrawGarment = (garment, figure, worn) => {
  const kind = garment.cut % DRESSES.length
  const cut = DRESSES[kind]
  if (!cut) return []
  const ink = seamOn(garment.fabric.base)
  const { torso } = figure
  const skirt: SkirtCut = { ...cut.skirt, rise: 0.62 }
  const runs = skirtRuns(figure, skirt)
  const slip = kind === 0
  const ease = (v: number) => (worn.underCoat ? 0.5 : 1) * lerp(2, cut.waist, Math.min(1, v / 0.6))
  const upper = (side: Side): Point[][] => {
    const tip = cut.shoulder
    const neckPoint = torso(
      (side * cut.neck.half) / figure.body.shoulder,
      -(cut.neck.rise ?? 0.035),
    )
    const down = [0.27, 0.38, 0.5, 0.6].map((v) => torso(side, v, ease(v)))
    if (slip)
      return [
        [torso(side * 0.56, 0.13), torso(side * 0.82, 0.24), torso(side, 0.3, 2)],
        down.slice(1),
      ]
    return tip < 0.95
      ? [
          [neckPoint, torso(side * tip, 0.015)],
          [torso(side * tip, 0.015), torso(side * tip * 0.92, 0.13), torso(side, 0.27, ease(0.27))],
          down,
        ]
      : [
          [neckPoint, torso(side * 0.97, 0.03, 2)],
          [torso(side * 0.99, 0.06, 2), torso(side, 0.16, 2), torso(side, 0.27, ease(0.27))],
          down,
        ]
  }
  const reverseRuns = (list: Point[][]) => [...list].reverse().map((run) => [...run].reverse())
  const necks = slip
    ? [
        [torso(0.56, 0.13), torso(0, 0.27)],
        [torso(0, 0.27), torso(-0.56, 0.13)],
      ]
    : neckRuns(figure, cut.neck)
  const tiers: Mark[] =
    kind === 7
      ? [0.4, 0.72].map((t) =>
          seam(
            curve(
              [-0.1, 0.25, 0.5, 0.75, 1.1].map((x) => {
                const l: Point = runs.left[3 + Math.round(t * 3)] ?? [0, 0]
                const r: Point = runs.right[3 + Math.round(t * 3)] ?? [0, 0]
                const p = between(l, r, x)
                return [p[0], p[1] + sine(x * Math.PI) * 10] as const
              }),
            ),
            ink,
            2.2,
            0.7,
          ),
        )
      : []
  const hemTrim: Mark[] =
    garment.cut % 2 && kind > 4
      ? [
          seam(
            curve(runs.hem.map(([x, y]) => [x, y - 5] as const)),
            lighten(garment.trim, 0.1),
            3,
            0.9,
          ),
        ]
      : []
  const body: Piece = {
    owner: garment.id,
    z: LAYER.dress,
    fill: garment.fabric,
    turn: figure.pose.hipTilt * 0.6,
    shade: 18,
    path: outline(
      ...upper(-1),
      runs.left.slice(1),
      runs.hem,
      runs.right.slice(1).reverse(),
      ...reverseRuns(upper(1)),
      ...necks,
    ),
    marks: [
      ...pleatMarks(figure, skirt, runs, ink),
      ...tiers,
      ...hemTrim,
      ...(cut.marks?.(garment, figure, ink) ?? []),
      ...(cut.skirt.pleats
        ? [
            seam(
              curve([-1.2, 0, 1.2].map((u) => torso(u, 0.6 + (1 - Math.abs(u)) * 0.02))),
              ink,
              1.6,
              0.7,
            ),
          ]
        : []),
    ],
  }
  const bow: Piece[] =
    kind === 4
      ? [
          'M0,0 C-6,14 -12,30 -8,54 L2,54 C2,34 4,14 4,0 Z',
          'M0,0 C8,12 14,24 14,42 L5,44 C4,28 -2,12 -2,0 Z',
        ].map((d, i) => ({
          owner: garment.id,
          z: LAYER.dress + 0.1 + i / 100,
          path: transformPath(pathOf(d), [1, 0, 0, 1, ...torso(-0.5, 0.6)]),
          fill: darken(garment.trim, i * 0.2),
          edge: 0.6,
        }))
      : []
  const buttons: Mark[] =
    kind === 6 && garment.cut % 2
      ? frontLine(figure, 0.08, 0.3).map((p) => mark(ellipse(p, 2.2), garment.metal))
      : []
  return [
    ...(slip
      ? ([-1, 1] as const).map((s) => strap(garment, figure, s, 0.56))
      : insideBack(garment, figure, cut.neck.half, cut.neck.depth)),
    { ...body, marks: [...(body.marks ?? []), ...buttons] },
    ...bow,
    ...(cut.collar ? shirtCollar(garment, figure, lighten(garment.fabric.base, 0.25)) : []),
    ...(cut.sleeve && !worn.underCoat
      ? sleeves(garment, figure, { ...cut.sleeve, z: LAYER.sleeves })
      : []),
  ]
}
