import { darken, seamOn } from '#demo/draw/color.ts'
import { pathOf, transformPath } from '#demo/draw/path.ts'
import { mark, type Mark, type Piece, seam } from '#demo/draw/piece.ts'
import { LAYER } from '#demo/layers.ts'
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
        { d: 'M-4,-68 C-2,-58 2,-52 4,-48', line: darken(g.fabric.base, 0.4), width: 2 },
      ],
    },
    {
      d: 'M-58,-28 C-34,-40 34,-40 58,-30 C48,-20 26,-24 0,-24 C-26,-24 -48,-18 -58,-28 Z',
      fill: (g) => darken(g.fabric.base, 0.12),
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
      fill: (g) => darken(g.fabric.base, 0.14),
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
        { d: 'M-30,-34 C-14,-44 14,-44 30,-36', line: darken(g.fabric.base, 0.4), width: 2 },
      ],
    },
    { d: 'M-2,-69 L-1,-77 L3,-77 L3,-69 Z', fill: (g) => darken(g.fabric.base, 0.2) },
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
      fill: (g) => darken(g.fabric.base, 0.2),
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
        { d: 'M-86,-20 C-50,-34 50,-34 86,-22', line: darken(g.fabric.base, 0.4), width: 1.4 },
      ],
    },
  ],
]

/** The dark inside of a soft hat laid flat. */
const INSIDES: Readonly<Record<number, string>> = {
  1: 'M-35,-34 C-30,-12 30,-12 34,-18 L34,-34 Z',
  3: 'M-34,-26 C-20,-18 20,-18 33,-28 C14,-38 -14,-38 -34,-26 Z',
  4: 'M-31,-30 C-24,-18 20,-18 31,-26 L31,-34 Z',
}
export const drawHat: DrawGarment = (garment, figure) => {
  const kind = garment.cut % HATS.length
  const innerColor = figure.flat ? INSIDES[kind] : undefined
  const shell = (HATS[kind] ?? []).map(({ d, fill, marks }, i): Piece => ({
    owner: garment.id,
    z: LAYER.hat + i / 100,
    path: transformPath(pathOf(d), figure.head),
    fill: fill(garment),
    shade: 8,
    edge: i ? 0.6 : 0,
    marks: (marks?.(garment) ?? []).map((m): Mark =>
      m.line
        ? seam(transformPath(pathOf(m.d), figure.head), m.line, m.width, 0.8)
        : mark(transformPath(pathOf(m.d), figure.head), m.fill ?? garment.trim),
    ),
  }))
  return innerColor
    ? [
        {
          owner: garment.id,
          z: LAYER.hat - 0.1,
          path: transformPath(pathOf(innerColor), figure.head),
          fill: darken(garment.fabric.base, 0.5),
        },
        ...shell,
      ]
    : shell
}
