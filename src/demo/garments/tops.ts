import { deeper, paler, seamOn } from '#demo/draw/colour.ts'
import { plain } from '#demo/draw/fabric.ts'
import { blob, curve, ellipse, outline, polygon, type Path } from '#demo/draw/path.ts'
import { mark, seam, stitch, type Mark, type Piece } from '#demo/draw/piece.ts'
import type { Point } from '#demo/draw/point.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import {
  bodice,
  constant,
  easeBy,
  frontLine,
  onTorso,
  sleeves,
  type BodiceCut,
  type Neckline,
} from './cutting.ts'
import type { DrawGarment, Garment, Worn } from './garment.ts'

const layerOf = (worn: Worn) => (worn.tucked ? LAYER.tuckedTop : LAYER.untuckedTop)

/** The inside of the back, seen through the neck when nobody wears it. */
export const insideBack = (
  garment: Garment,
  figure: Figure,
  half: number,
  depth: number,
): Piece[] => {
  if (!figure.flat) return []
  const u = (half + 1) / figure.body.shoulder
  const path = outline(
    [figure.torso(-u, -0.04), figure.torso(0, -0.015), figure.torso(u, -0.04)],
    [
      figure.torso(u * 0.9, depth * 0.8),
      figure.torso(0, depth + 0.02),
      figure.torso(-u * 0.9, depth * 0.8),
    ],
  )
  return [{ owner: garment.id, z: LAYER.coatBack, path, fill: deeper(garment.fabric.base, 0.45) }]
}
/** A band that follows the neckline. */
export const neckBand = (figure: Figure, { half, depth, kind }: Neckline, width = 5): Path => {
  const u = half / figure.body.shoulder
  const drop = width / figure.body.torso
  const line = (extra: number): Point[] =>
    kind === 'v'
      ? [
          figure.torso(-u - extra * 0.006, -0.05),
          figure.torso(0, depth + extra * drop * 0.24),
          figure.torso(u + extra * 0.006, -0.05),
        ]
      : [
          figure.torso(-u - extra * 0.02, -0.05),
          figure.torso(-u * 0.7, depth * 0.66 + extra * drop * 0.2),
          figure.torso(0, depth + extra * drop * 0.2),
          figure.torso(u * 0.7, depth * 0.66 + extra * drop * 0.2),
          figure.torso(u + extra * 0.02, -0.05),
        ]
  const [inner, outer] = [line(-1), line(5)]
  return kind === 'v'
    ? polygon([...inner, ...[...outer].reverse()])
    : outline(inner, [...outer].reverse())
}
const armholes = (figure: Figure, ink: string): Mark[] =>
  ([-1, 1] as const).map((side) =>
    seam(
      curve([
        figure.torso(side * 0.93, 0),
        figure.torso(side * 0.86, 0.13),
        figure.torso(side * 0.98, 0.28),
      ]),
      ink,
      1.4,
      0.5,
    ),
  )
/** Two soft creases at the waist: cloth over a body, not paper. */
const creases = (figure: Figure, ink: string): Mark[] => [
  seam(
    curve([figure.torso(-1, 0.54), figure.torso(-0.72, 0.57), figure.torso(-0.5, 0.56)]),
    ink,
    1.3,
    0.4,
  ),
  seam(
    curve([figure.torso(1, 0.6), figure.torso(0.7, 0.63), figure.torso(0.46, 0.61)]),
    ink,
    1.3,
    0.4,
  ),
]
const hemBand = (figure: Figure, at: number, ink: string) =>
  seam(
    curve([-1.3, -0.5, 0, 0.5, 1.3].map((u) => figure.torso(u, at + (1 - u * u) * 0.012))),
    ink,
    1.5,
    0.6,
  )

type TopCut = BodiceCut & {
  sleeve?: { to: number; ease: (v: number) => number; cuff?: number; from?: number }
}
const make = (
  garment: Garment,
  figure: Figure,
  worn: Worn,
  cut: TopCut,
  marks: Mark[],
  extra: Piece[] = [],
): Piece[] => {
  const z = layerOf(worn)
  const ink = seamOn(garment.fabric.base)
  const hem = worn.tucked ? Math.min(cut.hem, 0.74) : cut.hem
  const body: Piece = {
    owner: garment.id,
    z,
    path: bodice(figure, { ...cut, hem, ease: (v) => cut.ease(v) * (worn.underCoat ? 0.35 : 1) }),
    fill: garment.fabric,
    turn: figure.pose.shoulderTilt,
    shade: 15,
    marks: [...creases(figure, ink), ...(cut.sleeve ? armholes(figure, ink) : []), ...marks],
  }
  const arms =
    cut.sleeve && !worn.underCoat
      ? sleeves(garment, figure, { ...cut.sleeve, z: LAYER.sleeves })
      : []
  return [...insideBack(garment, figure, cut.neck.half, cut.neck.depth), body, ...extra, ...arms]
}

const prints: readonly ((figure: Figure, garment: Garment) => Mark[])[] = [
  () => [],
  (f, g) => [
    mark(onTorso(f, ellipse([0, 0], 17), 0.33), g.trim),
    mark(onTorso(f, 'M-17,0 C-8,-7 8,7 17,0 L17,18 L-17,18 Z', 0.33), g.fabric.accent, 0.9),
  ],
  (f, g) => [
    mark(onTorso(f, 'M-16,12 C-16,-20 16,-20 16,12 Z', 0.33), g.trim),
    mark(onTorso(f, 'M-8,12 C-8,-8 8,-8 8,12 Z', 0.33), g.fabric.base),
  ],
  (f, g) => [
    mark(onTorso(f, 'M-18,-3 L18,-3 L18,3 L-18,3 Z', 0.3), g.trim),
    mark(onTorso(f, 'M-10,8 L10,8 L10,11 L-10,11 Z', 0.3), g.trim),
  ],
  (f, g) => [
    mark(
      onTorso(f, 'M0,-18 C8,-8 18,-6 10,6 C8,16 -8,16 -10,6 C-18,-6 -8,-8 0,-18 Z', 0.34),
      g.trim,
    ),
  ],
]

export const drawTee: DrawGarment = (garment, figure, worn) => {
  const boxy = garment.cut % 2 === 1
  const neck: Neckline =
    garment.cut % 5 === 3
      ? { kind: 'v', half: 19, depth: 0.16 }
      : { kind: 'round', half: 18, depth: 0.065 }
  const ease = boxy
    ? easeBy([0, 4], [0.3, 7], [0.6, 11], [1, 6])
    : easeBy([0, 2], [0.3, 3], [0.6, 4], [1, 3])
  const ink = seamOn(garment.fabric.base)
  const art =
    garment.fabric.weave === 'plain'
      ? (prints[garment.cut % prints.length]?.(figure, garment) ?? [])
      : []
  const trim = garment.cut % 3 === 0 ? garment.trim : deeper(garment.fabric.base, 0.16)
  return make(
    garment,
    figure,
    worn,
    {
      neck,
      ease,
      hem: boxy ? 0.98 : 0.94,
      sleeve: {
        to: boxy ? 0.36 : 0.27,
        ease: boxy ? easeBy([0, 4], [0.36, 9]) : easeBy([0, 2.5], [0.3, 4]),
        cuff: 0.025,
      },
    },
    [mark(neckBand(figure, neck, 4), trim), hemBand(figure, boxy ? 0.95 : 0.91, ink), ...art],
  )
}

export const drawTank: DrawGarment = (garment, figure, worn) => {
  const style = garment.cut % 3
  const neck: Neckline =
    style === 0
      ? { kind: 'round', half: 25, depth: 0.2, rise: 0.01 }
      : style === 1
        ? { kind: 'v', half: 29, depth: 0.26, rise: 0 }
        : { kind: 'square', half: 27, depth: 0.17, rise: 0.01 }
  const edge = deeper(garment.fabric.base, 0.3)
  return make(
    garment,
    figure,
    worn,
    {
      neck,
      shoulder: style === 1 ? 0.66 : 0.7,
      ease: easeBy([0, 0], [0.3, 2], [0.6, 3], [1, 3]),
      hem: style === 2 ? 0.66 : 0.95,
    },
    [
      mark(neckBand(figure, neck, 2.6), edge),
      seam(
        curve([figure.torso(-0.5, 0.42), figure.torso(-0.46, 0.6), figure.torso(-0.5, 0.8)]),
        edge,
        1.2,
        0.5,
      ),
      seam(
        curve([figure.torso(0.5, 0.42), figure.torso(0.46, 0.6), figure.torso(0.5, 0.8)]),
        edge,
        1.2,
        0.5,
      ),
    ],
  )
}

/** Buttons down the front and a placket beside them. */
export const placket = (
  figure: Figure,
  ink: string,
  button: string,
  from: number,
  to: number,
): Mark[] => [
  seam(curve(frontLine(figure, from, to, 0.1)), ink, 1.3, 0.6),
  ...Array.from({ length: 6 }, (_, i) =>
    mark(ellipse(figure.torso(0, from + 0.06 + ((to - from - 0.1) * i) / 5), 2), button),
  ),
]
export const shirtCollar = (garment: Garment, figure: Figure, fill: string, spread = 1): Piece[] =>
  ([-1, 1] as const).map((side) => ({
    owner: garment.id,
    z: LAYER.collar,
    fill,
    shade: 3,
    edge: 0.7,
    path: outline(
      [
        figure.torso(side * 0.05, 0.075),
        figure.torso(side * 0.2, 0.02),
        figure.torso(side * 0.34, -0.085),
      ],
      [figure.torso(side * 0.46, -0.03)],
      [figure.torso(side * 0.34 * spread, 0.135)],
    ),
  }))

export const drawShirt: DrawGarment = (garment, figure, worn) => {
  const camp = garment.cut % 4 === 3
  const loose = garment.cut % 4 === 1
  const ink = seamOn(garment.fabric.base)
  const collar = garment.cut % 5 === 2 ? garment.trim : deeper(garment.fabric.base, 0.1)
  const neck: Neckline = { kind: 'v', half: 15, depth: camp ? 0.15 : 0.07, rise: 0.04 }
  const hem = loose ? 1.14 : 1.04
  const pocket =
    garment.cut % 2 === 0
      ? [
          {
            ...seam(
              onTorso(figure, 'M-9,-9 L9,-9 L9,10 L0,14 L-9,10 Z', 0.33, 0.52),
              ink,
              1.3,
              0.8,
            ),
          },
        ]
      : []
  return make(
    garment,
    figure,
    worn,
    {
      neck,
      ease: loose
        ? easeBy([0, 5], [0.3, 9], [0.6, 16], [1.1, 10])
        : easeBy([0, 2.5], [0.3, 4], [0.6, 7], [1, 4]),
      hem,
      dip: 0.05,
      sleeve: {
        to: camp ? 0.4 : 0.95,
        ease: camp
          ? easeBy([0, 4], [0.4, 9])
          : loose
            ? easeBy([0, 5], [0.5, 7], [0.9, 7], [0.95, 5])
            : easeBy([0, 3], [0.5, 4], [0.95, 3.5]),
        cuff: camp ? 0.03 : 0.08,
      },
    },
    [
      ...placket(
        figure,
        ink,
        garment.cut % 3 ? paler(garment.fabric.base, 0.6) : garment.metal,
        0.08,
        hem,
      ),
      ...pocket,
    ],
    shirtCollar(garment, figure, collar, camp ? 1.25 : 1),
  )
}

export const drawBlouse: DrawGarment = (garment, figure, worn) => {
  const style = garment.cut % 3
  const ink = seamOn(garment.fabric.base)
  const neck: Neckline =
    style === 1
      ? { kind: 'square', half: 26, depth: 0.13, rise: 0.01 }
      : { kind: 'v', half: 14, depth: 0.16 }
  const puff =
    style === 1
      ? easeBy([0, 7], [0.14, 13], [0.3, 12], [0.36, 3])
      : easeBy([0, 3], [0.4, 7], [0.75, 14], [0.9, 11], [0.95, 1.5])
  const gathers: Mark[] = [-0.6, -0.3, 0.3, 0.6].map((u) =>
    seam(
      curve([figure.torso(u, 0.3), figure.torso(u * 0.95, 0.45), figure.torso(u, 0.6)]),
      ink,
      1.2,
      0.45,
    ),
  )
  const bow: Piece[] =
    style === 0
      ? [
          'M0,0 C-8,-14 -30,-14 -26,2 C-24,12 -8,8 0,0 Z',
          'M0,0 C8,-14 30,-14 26,2 C24,12 8,8 0,0 Z',
          'M-2,0 C-8,16 -16,34 -14,58 L-4,60 C-4,40 0,20 3,2 Z',
          'M2,0 C8,14 14,30 16,48 L6,52 C4,34 0,18 -2,2 Z',
          'M-6,-6 L6,-6 L6,7 L-6,7 Z',
        ].map((d, i) => ({
          owner: garment.id,
          z: LAYER.collar + i / 100,
          path: onTorso(figure, d, 0.1),
          fill: garment.cut % 2 ? garment.trim : garment.fabric,
          shade: 3,
          edge: 0.8,
        }))
      : []
  const ruffle: Mark[] =
    style === 2
      ? [-1, 1].map((s) =>
          seam(
            curve(
              [0.06, 0.16, 0.26, 0.36, 0.46, 0.56].map((v, i) =>
                figure.torso(s * (0.16 + (i % 2) * 0.14), v),
              ),
            ),
            ink,
            2,
            0.8,
          ),
        )
      : []
  return make(
    garment,
    figure,
    worn,
    {
      neck,
      ease: easeBy([0, 3], [0.3, 6], [0.62, 9], [1, 4]),
      hem: 0.96,
      sleeve: { to: style === 1 ? 0.36 : 0.95, ease: puff, cuff: 0.04 },
    },
    [...gathers, ...ruffle],
    bow,
  )
}

export const drawTurtleneck: DrawGarment = (garment, figure, worn) => {
  const chunky = garment.cut % 3 === 1
  const half = 15.5 + figure.body.limb * 1.5 + (chunky ? 3 : 0)
  const [x, y] = figure.neckTop
  const roll = outline(
    [
      [x - half, y + 3],
      [x, y + 8],
      [x + half, y + 3],
    ],
    [
      [x + half + 2, y + 17],
      figure.torso(0.44, 0.0),
      figure.torso(0, 0.055),
      figure.torso(-0.44, 0.0),
      [x - half - 2, y + 17],
    ],
  )
  const ink = seamOn(garment.fabric.base)
  return make(
    garment,
    figure,
    worn,
    {
      neck: { kind: 'round', half: 20, depth: 0.03 },
      ease: chunky
        ? easeBy([0, 4], [0.3, 7], [0.6, 12], [1, 5])
        : easeBy([0, 2], [0.3, 3], [0.6, 3], [1, 3]),
      hem: 1,
      sleeve: {
        to: 0.96,
        ease: chunky ? easeBy([0, 5], [0.6, 8], [0.96, 4]) : constant(2.8),
        cuff: 0.07,
      },
    },
    [hemBand(figure, 0.92, ink)],
    [
      {
        owner: garment.id,
        z: LAYER.collar,
        path: roll,
        fill: garment.fabric,
        shade: 7,
        edge: 0.8,
        marks: [
          seam(
            [
              ['M', x - 30, y + 14],
              ['L', x + 30, y + 16],
            ],
            ink,
            1.4,
            0.4,
          ),
        ],
      },
    ],
  )
}

export const drawSweater: DrawGarment = (garment, figure, worn) => {
  const neck: Neckline =
    garment.cut % 3 === 1
      ? { kind: 'v', half: 18, depth: 0.2 }
      : { kind: 'round', half: 19, depth: 0.06 }
  const ink = seamOn(garment.fabric.base)
  const block: Mark[] =
    garment.cut % 4 === 2
      ? [
          mark(
            outline(
              [figure.torso(-1.5, 0.36), figure.torso(1.5, 0.36)],
              [figure.torso(1.5, 0.62), figure.torso(-1.5, 0.62)],
            ),
            garment.trim,
          ),
        ]
      : []
  const bandOf = deeper(garment.fabric.base, 0.14)
  return make(
    garment,
    figure,
    worn,
    {
      neck,
      ease: easeBy([0, 5], [0.3, 8], [0.62, 14], [0.9, 10], [1.02, 4]),
      hem: 1.02,
      sleeve: { to: 0.97, ease: easeBy([0, 6], [0.5, 8], [0.86, 8], [0.97, 3]), cuff: 0.08 },
    },
    [
      ...block,
      mark(neckBand(figure, neck, 6), bandOf),
      mark(
        outline(
          [figure.torso(-1.5, 0.95), figure.torso(0, 0.965), figure.torso(1.5, 0.95)],
          [figure.torso(1.5, 1.2), figure.torso(-1.5, 1.2)],
        ),
        bandOf,
        0.8,
      ),
      hemBand(figure, 0.95, ink),
    ],
  )
}

export const drawCardigan: DrawGarment = (garment, figure, worn) => {
  const long = garment.cut % 3 === 2
  const neck: Neckline = { kind: 'v', half: 17, depth: 0.34 }
  const ink = seamOn(garment.fabric.base)
  const hem = long ? 1.3 : 0.96
  const patch = (u: number) =>
    mark(
      onTorso(figure, 'M-13,-9 L13,-9 L13,16 L-13,16 Z', hem - 0.2, u),
      deeper(garment.fabric.base, 0.14),
    )
  const band = seam(curve(frontLine(figure, 0.33, hem + 0.05)), garment.trim, 9, 1)
  return make(
    garment,
    figure,
    worn,
    {
      neck,
      ease: easeBy([0, 4], [0.3, 7], [0.6, 11], [1, 6], [1.3, 6]),
      hem,
      sleeve: { to: 0.96, ease: easeBy([0, 5], [0.6, 7], [0.96, 3]), cuff: 0.07 },
    },
    [
      mark(neckBand(figure, neck, 7), garment.trim),
      band,
      ...[0, 1, 2, 3].map((i) =>
        mark(ellipse(figure.torso(0, 0.4 + ((hem - 0.46) * i) / 3), 2.8), garment.metal),
      ),
      patch(-0.55),
      patch(0.55),
      hemBand(figure, hem - 0.06, ink),
    ],
  )
}

export const drawHoodie: DrawGarment = (garment, figure, worn) => {
  const hooded = garment.cut % 3 !== 2
  const ink = seamOn(garment.fabric.base)
  const neck: Neckline = { kind: 'round', half: 19, depth: 0.07 }
  const hood: Piece[] = hooded
    ? [
        {
          owner: garment.id,
          z: LAYER.collarBack - 0.5,
          fill: deeper(garment.fabric.base, 0.22),
          path: blob([
            figure.torso(-0.62, 0.02),
            figure.torso(-0.52, -0.14),
            figure.torso(0, -0.2),
            figure.torso(0.52, -0.14),
            figure.torso(0.62, 0.02),
            figure.torso(0, 0.1),
          ]),
        },
        ...([-1, 1] as const).map((s): Piece => ({
          owner: garment.id,
          z: LAYER.collar,
          fill: garment.fabric,
          edge: 0.8,
          shade: 4,
          path: outline(
            [
              figure.torso(s * 0.32, -0.15),
              figure.torso(s * 0.62, -0.06),
              figure.torso(s * 0.66, 0.06),
              figure.torso(s * 0.36, 0.14),
              figure.torso(s * 0.02, 0.16),
            ],
            [
              figure.torso(s * 0.02, 0.16),
              figure.torso(s * 0.26, 0.06),
              figure.torso(s * 0.32, -0.15),
            ],
          ),
        })),
      ]
    : []
  const cords: Mark[] = hooded
    ? [-1, 1].map((s) =>
        seam(
          curve([
            figure.torso(s * 0.16, 0.13),
            figure.torso(s * 0.19, 0.24),
            figure.torso(s * 0.15, 0.33),
          ]),
          garment.trim,
          2.6,
          1,
        ),
      )
    : [mark(neckBand(figure, neck, 6), deeper(garment.fabric.base, 0.14))]
  const art = prints[garment.cut % prints.length]?.(figure, garment) ?? []
  return make(
    garment,
    figure,
    worn,
    {
      neck,
      ease: easeBy([0, 7], [0.3, 10], [0.62, 18], [0.9, 12], [1.05, 4]),
      hem: 1.05,
      sleeve: { to: 0.98, ease: easeBy([0, 8], [0.5, 10], [0.88, 10], [0.98, 3]), cuff: 0.07 },
    },
    [
      ...(hooded ? [] : art),
      ...cords,
      seam(onTorso(figure, 'M-30,18 L-22,-16 L22,-16 L30,18', 0.8), ink, 1.8, 0.8),
      hemBand(figure, 0.97, ink),
    ],
    hood,
  )
}

export const drawVest: DrawGarment = (garment, figure) => {
  const knit = garment.cut % 2 === 1
  const neck: Neckline = { kind: 'v', half: 21, depth: knit ? 0.28 : 0.36, rise: 0.02 }
  const ink = seamOn(garment.fabric.base)
  const body: Piece = {
    owner: garment.id,
    z: LAYER.vest,
    fill: garment.fabric,
    shade: 14,
    path: bodice(figure, {
      neck,
      shoulder: knit ? 0.9 : 0.8,
      ease: easeBy([0, 3], [0.3, 7], [0.6, knit ? 11 : 7], [0.9, 6]),
      hem: knit ? 0.94 : 0.9,
      dip: knit ? 0.01 : 0.07,
    }),
    marks: knit
      ? [mark(neckBand(figure, neck, 6), garment.trim), hemBand(figure, 0.88, ink)]
      : [
          seam(curve(frontLine(figure, 0.36, 1.1)), ink, 1.6, 0.9),
          ...[0, 1, 2, 3].map((i) =>
            mark(ellipse(figure.torso(0.07, 0.44 + i * 0.12), 2.4), garment.metal),
          ),
          seam(onTorso(figure, 'M-10,0 L10,-3', 0.7, 0.52), ink, 3, 0.8),
          seam(onTorso(figure, 'M-10,-3 L10,0', 0.7, -0.52), ink, 3, 0.8),
        ],
  }
  const back: Piece[] = figure.flat
    ? [
        {
          owner: garment.id,
          z: LAYER.coatBack,
          fill: plain(deeper(garment.fabric.base, 0.4)),
          path: outline(
            [figure.torso(-0.5, -0.03), figure.torso(0, 0), figure.torso(0.5, -0.03)],
            [figure.torso(0.5, 0.4), figure.torso(-0.5, 0.4)],
          ),
        },
      ]
    : []
  return [
    ...back,
    {
      ...body,
      marks: [
        ...(body.marks ?? []),
        stitch(
          curve([figure.torso(-0.78, 0.05), figure.torso(-0.7, 0.16), figure.torso(-0.92, 0.28)]),
          ink,
        ),
      ],
    },
  ]
}
