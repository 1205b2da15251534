import { cosine, sine } from '#demo/draw/exact-math.ts'
import { darken, lighten, lightness, type Hex } from '#demo/draw/color.ts'
import type { Fabric } from '#demo/draw/fabric.ts'
import { ellipse, pathOf, transformPath, type Path } from '#demo/draw/path.ts'
import { mark, seam, type Mark, type Piece } from '#demo/draw/piece.ts'
import { LAYER } from '#demo/layers.ts'
import type { Figure } from './skeleton.ts'

/** In the head's frame: half width of the face 29, crown -46, chin 44. */
type Style = {
  back?: readonly string[]
  front: readonly string[]
  /** Lines of strands or folds. */
  lines?: string
  /** Whether earrings are visible. */
  ears: boolean
  /** Whether a hat fits. */
  hats: boolean
  /** A wrap of cloth instead of hair. */
  cloth?: boolean
}
const mirror = (d: string) =>
  d.replaceAll(/(-?[\d.]+),(-?[\d.]+)/g, (_, x: string, y: string) => `${-Number(x)},${y}`)
const CAP =
  'M-31,-2 C-38,-22 -35,-46 -20,-54 C-4,-61 14,-60 25,-50 C36,-40 37,-18 31,-2 C30,-14 25,-26 15,-31 C3,-35 -12,-34 -20,-28 C-27,-21 -29,-12 -31,-2 Z'
const SLEEK =
  'M-30,-8 C-36,-42 -18,-54 0,-54 C18,-54 36,-42 30,-8 C27,-22 18,-36 0,-40 C-18,-36 -27,-22 -30,-8 Z'
const CURTAIN =
  'M2,-59 C-26,-61 -41,-40 -36,-2 C-35,26 -41,60 -38,98 C-30,104 -20,100 -17,92 C-24,62 -28,30 -27,6 C-26,-16 -14,-36 2,-45 Z'
const round = (x: number, y: number, r: number) =>
  `M${x - r},${y} C${x - r},${y - r * 0.55} ${x - r * 0.55},${y - r} ${x},${y - r} C${x + r * 0.55},${y - r} ${x + r},${y - r * 0.55} ${x + r},${y} C${x + r},${y + r * 0.55} ${x + r * 0.55},${y + r} ${x},${y + r} C${x - r * 0.55},${y + r} ${x - r},${y + r * 0.55} ${x - r},${y} Z`
const cloud = (cx: number, cy: number, rx: number, ry: number, count: number, r: number) =>
  Array.from({ length: count }, (_, i) => {
    const t = (i / count) * Math.PI * 2
    return round(Math.round(cx + cosine(t) * rx), Math.round(cy + sine(t) * ry), r)
  })
const braid = (x: number, top: number, links: number) =>
  Array.from({ length: links }, (_, i) => {
    const [y, r] = [top + i * 13, 8.5 - i * 0.35]
    return `M${x - r},${y} C${x - r},${y - 9} ${x + r},${y - 9} ${x + r},${y} C${x + r},${y + 9} ${x + 2},${y + 13} ${x},${y + 14} C${x - 2},${y + 13} ${x - r},${y + 9} ${x - r},${y} Z`
  })

const HAIR = {
  bob: {
    front: [
      'M-33,4 C-41,-40 -22,-61 2,-61 C33,-61 43,-38 37,4 C38,18 35,30 29,37 C32,14 29,-10 20,-25 C2,-19 -16,-23 -22,-29 C-27,-12 -28,14 -23,39 C-31,32 -34,18 -33,4 Z',
    ],
    back: ['M-30,-30 L30,-30 L31,30 L-30,32 Z'],
    lines: 'M-8,-56 C-18,-48 -27,-30 -28,-6 M12,-57 C24,-48 31,-30 32,-4',
    ears: false,
    hats: true,
  },
  fringe: {
    back: ['M-34,-20 L34,-20 L37,58 C20,66 -20,66 -37,58 Z'],
    front: [
      'M-34,50 C-44,-20 -36,-62 1,-62 C38,-62 44,-20 35,50 C28,48 26,20 28,-10 L27,-19 C10,-13 -12,-13 -27,-19 L-28,-10 C-26,20 -28,48 -34,50 Z',
    ],
    lines:
      'M-14,-54 C-18,-40 -19,-28 -18,-18 M0,-58 C0,-44 0,-30 0,-17 M14,-54 C18,-40 19,-28 18,-18',
    ears: false,
    hats: true,
  },
  afro: {
    back: [...cloud(0, -24, 44, 40, 16, 22), round(0, -24, 50)],
    front: [CAP],
    ears: true,
    hats: false,
  },
  halo: {
    back: [...cloud(0, -30, 34, 28, 14, 17), round(0, -30, 40)],
    front: [CAP],
    ears: true,
    hats: false,
  },
  long: {
    back: ['M-33,-30 L33,-30 C38,30 41,70 36,112 C14,120 -14,120 -36,112 C-41,70 -38,30 -33,-30 Z'],
    front: [CURTAIN, mirror(CURTAIN)],
    lines:
      'M-12,-52 C-30,-36 -32,0 -31,40 C-31,64 -31,80 -29,94 M12,-52 C30,-36 32,0 31,40 C31,64 31,80 29,94',
    ears: false,
    hats: true,
  },
  waves: {
    back: [
      'M-34,-30 C-50,10 -34,30 -46,62 C-54,90 -34,104 -22,102 L24,102 C38,104 54,88 44,62 C34,30 50,10 34,-30 Z',
    ],
    front: [
      'M8,-60 C-28,-64 -46,-36 -37,-2 C-32,18 -48,38 -42,66 C-38,84 -26,86 -24,76 C-34,56 -20,34 -26,10 C-30,-14 -12,-34 12,-44 C22,-36 27,-20 28,-4 C32,18 20,36 30,58 C34,74 48,70 45,54 C42,34 36,22 38,2 C44,-34 36,-58 8,-60 Z',
    ],
    lines: 'M-4,-56 C-26,-44 -36,-20 -33,2 C-30,22 -40,40 -36,62 M18,-54 C32,-40 35,-20 34,0',
    ears: false,
    hats: true,
  },
  bun: {
    back: [round(-4, 30, 21)],
    front: [SLEEK],
    lines: 'M-20,-46 C-28,-32 -30,-20 -30,-10 M0,-52 L0,-42 M20,-46 C28,-32 30,-20 30,-10',
    ears: true,
    hats: true,
  },
  topknot: {
    back: [round(2, -67, 19)],
    front: [SLEEK, 'M-11,-54 C-6,-58 8,-58 14,-54 C10,-50 -7,-50 -11,-54 Z'],
    lines: 'M-16,-48 C-10,-52 -4,-54 0,-54 M18,-48 C12,-52 8,-54 4,-54',
    ears: true,
    hats: false,
  },
  ponytail: {
    back: [
      'M6,-52 C40,-74 66,-46 60,-6 C56,24 66,44 56,70 C40,64 34,34 38,6 C42,-22 28,-34 8,-36 Z',
    ],
    front: [SLEEK],
    lines: 'M-20,-46 C-28,-32 -30,-20 -30,-10 M-6,-52 C2,-54 10,-53 16,-50',
    ears: true,
    hats: false,
  },
  braids: {
    front: [CAP, ...braid(-35, 8, 9), ...braid(35, 8, 9)],
    lines: 'M0,-58 L0,-34 M-14,-56 C-20,-46 -24,-36 -26,-22 M14,-56 C20,-46 24,-36 27,-22',
    ears: true,
    hats: true,
  },
  locs: {
    back: ['M-35,-30 L35,-30 L40,44 L30,56 L20,48 L10,60 L0,50 L-10,60 L-20,48 L-30,56 L-40,44 Z'],
    front: [
      CAP,
      ...[-36, -30, 31, 37].map(
        (x, i) =>
          `M${x * 0.72 - 5},-34 C${x - 9},0 ${x - 7},30 ${x - 5},${58 + (i % 2) * 12} C${x - 3},${66 + (i % 2) * 12} ${x + 3},${66 + (i % 2) * 12} ${x + 5},${58 + (i % 2) * 12} C${x + 5},30 ${x + 6},0 ${x * 0.72 + 5},-34 Z`,
      ),
    ],
    lines: 'M-14,-56 C-22,-46 -30,-30 -33,-8 M14,-56 C22,-46 30,-30 34,-8 M0,-58 L-2,-36',
    ears: false,
    hats: true,
  },
  crop: {
    front: [
      'M-30,-4 C-37,-44 -16,-59 4,-59 C28,-59 37,-42 30,-4 C29,-15 28,-23 22,-30 C8,-35 -8,-31 -20,-31 C-26,-25 -29,-15 -30,-4 Z',
    ],
    ears: true,
    hats: true,
  },
  quiff: {
    front: [
      'M-30,-2 C-33,-20 -34,-32 -28,-42 C-30,-62 -2,-72 20,-66 C34,-62 40,-46 32,-34 C32,-22 31,-10 30,-2 C28,-14 27,-22 22,-28 C6,-22 -14,-26 -20,-32 C-26,-24 -29,-12 -30,-2 Z',
    ],
    lines: 'M-22,-46 C-10,-58 10,-60 26,-54 M-16,-38 C-2,-48 16,-48 28,-42',
    ears: true,
    hats: false,
  },
  pixie: {
    front: [
      'M-31,8 C-40,-34 -24,-60 4,-60 C32,-60 40,-36 31,2 C30,-10 28,-18 24,-24 C14,-36 4,-40 -4,-42 C-8,-26 -18,-14 -27,-10 C-28,-4 -28,4 -31,8 Z',
    ],
    lines: 'M4,-56 C-8,-40 -18,-26 -28,-16 M14,-55 C22,-46 27,-36 28,-26',
    ears: true,
    hats: true,
  },
  curls: {
    back: [...cloud(0, -6, 36, 36, 12, 15)],
    front: [
      ...cloud(0, -36, 28, 15, 10, 12.5),
      round(0, -45, 20),
      ...[-34, 34].flatMap((x) => [round(x, -18, 11), round(x, 0, 10), round(x, 16, 10)]),
    ],
    ears: false,
    hats: false,
  },
  buzz: {
    front: [
      'M-30,-8 C-34,-40 -16,-49 0,-49 C16,-49 34,-40 30,-8 C27,-24 18,-33 0,-34 C-18,-33 -27,-24 -30,-8 Z',
    ],
    ears: true,
    hats: true,
  },
  bald: { front: [], ears: true, hats: true },
  hijab: {
    back: ['M-40,-10 C-44,-62 44,-62 40,-10 C44,40 66,60 70,92 L-70,92 C-66,60 -44,40 -40,-10 Z'],
    front: [
      'M-36,0 C-46,-44 -22,-60 0,-60 C22,-60 46,-44 36,0 C38,24 32,44 44,62 C58,74 64,84 62,94 C30,112 -30,112 -62,94 C-64,84 -58,74 -44,62 C-32,44 -38,24 -36,0 Z M-25,-6 C-25,14 -17,34 -2,42 C2,43 8,41 10,38 C20,28 26,12 25,-6 C24,-26 12,-37 0,-37 C-12,-37 -24,-26 -25,-6 Z',
    ],
    lines: 'M25,22 C10,52 -20,66 -48,70 M27,8 C30,46 0,80 -40,92 M-12,-56 C-28,-48 -34,-30 -33,-10',
    ears: false,
    hats: false,
    cloth: true,
  },
  turban: {
    front: [
      'M-32,-8 C-48,-30 -44,-66 -6,-74 C34,-80 52,-48 33,-8 C28,-24 16,-33 0,-34 C-16,-33 -28,-24 -32,-8 Z',
      round(2, -48, 11),
    ],
    lines:
      'M2,-48 C-16,-60 -34,-52 -38,-34 M2,-48 C-14,-46 -26,-36 -32,-18 M4,-48 C20,-62 38,-54 40,-34 M4,-48 C18,-46 28,-36 33,-18 M2,-52 C0,-62 -4,-68 -8,-72',
    ears: true,
    hats: false,
    cloth: true,
  },
} satisfies Record<string, Style>
export type HairName = keyof typeof HAIR
export const HAIR_STYLES: Readonly<Record<HairName, Style>> = HAIR

const BEARD: Path = pathOf(
  'M-30,-6 C-30,24 -21,50 0,51 C21,50 30,24 30,-6 C28,6 25,13 20,16 C12,14.6 5,15.6 0,17.4 C-5,15.6 -12,14.6 -20,16 C-25,13 -28,6 -30,-6 Z',
)

export const hairPieces = (
  figure: Figure,
  name: HairName,
  color: Hex,
  cloth: Fabric,
  /** The mouth that shows in the beard, in the head's frame. */
  mouth: readonly Mark[] | null,
): Piece[] => {
  const style = HAIR_STYLES[name]
  const on = (d: string) => transformPath(pathOf(d), figure.head)
  const line = style.cloth
    ? darken(cloth.base, 0.45)
    : lightness(color) < 0.25
      ? lighten(color, 0.22)
      : darken(color, 0.35)
  const fill = style.cloth ? cloth : color
  const owner = 'hair'
  const lines: Mark[] = style.lines ? [seam(on(style.lines), line, 1.6, 0.75)] : []
  const gleam = mark(
    transformPath(ellipse([-16, -40], 10, 5), figure.head),
    lighten(color, 0.25),
    0.25,
  )
  return [
    ...(style.back ?? []).map((d): Piece => ({
      owner,
      z: LAYER.hairBack,
      path: on(d),
      fill: style.cloth ? fill : darken(color, 0.12),
    })),
    ...(mouth
      ? [
          {
            owner,
            z: LAYER.hair - 1,
            path: transformPath(BEARD, figure.head),
            fill: color,
            marks: mouth.map((part) => ({ ...part, path: transformPath(part.path, figure.head) })),
          },
        ]
      : []),
    ...style.front.map((d, i): Piece => ({
      owner,
      z: LAYER.hair + i / 1000,
      path: on(d),
      fill,
      shade: style.cloth ? 9 : 7,
      marks: i === 0 || style.front.length === 2 ? [...lines, ...(style.cloth ? [] : [gleam])] : [],
    })),
  ]
}
