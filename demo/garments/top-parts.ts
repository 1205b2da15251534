import { darken, seamOn } from '#demo/draw/color.ts'
import { curve, ellipse, outline, type Path, polygon } from '#demo/draw/path.ts'
import { type Mark, mark, type Piece, seam } from '#demo/draw/piece.ts'
import type { Point } from '#demo/draw/point.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import { bodice, type BodiceCut, type Neckline, onTorso, sleeves } from './cutting.ts'
import type { Garment, Worn } from './garment.ts'

const layerOf = (worn: Worn) => (worn.tucked ? LAYER.tuckedTop : LAYER.untuckedTop)

/** The inside of the back, visible through the neckline when laid flat. */
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
  return [{ owner: garment.id, z: LAYER.coatBack, path, fill: darken(garment.fabric.base, 0.45) }]
}

/** A band along the neckline. */
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

/** Two soft creases at the waist. */
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

export const hemBand = (figure: Figure, at: number, ink: string) =>
  seam(
    curve([-1.3, -0.5, 0, 0.5, 1.3].map((u) => figure.torso(u, at + (1 - u * u) * 0.012))),
    ink,
    1.5,
    0.6,
  )

type TopCut = BodiceCut & {
  sleeve?: { to: number; ease: (v: number) => number; cuff?: number; from?: number }
}

export const make = (
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

export const prints: readonly ((figure: Figure, garment: Garment) => Mark[])[] = [
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
