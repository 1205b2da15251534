import type { Hex } from './color.ts'
import { cosine, sine } from './exact-math.ts'

export const WEAVES = [
  'plain',
  'breton',
  'pinstripe',
  'stripe',
  'gingham',
  'tartan',
  'houndstooth',
  'windowpane',
  'dots',
  'pindots',
  'floral',
  'blossom',
  'abstract',
  'herringbone',
  'zigzag',
  'leopard',
  'denim',
  'rib',
  'cable',
  'quilt',
  'terrazzo',
  'waves',
  'argyle',
  'checkerboard',
  'diagonal',
  'fairisle',
  'confetti',
  'petal',
] as const
export type Weave = (typeof WEAVES)[number]

/** The cloth of a garment, the same on the figure and in the product picture. */
export type Fabric = {
  weave: Weave
  base: Hex
  ink: Hex
  accent: Hex
  /** Size of the pattern; 1 is legible on a whole figure. */
  scale: number
}
export const plain = (base: Hex): Fabric => ({
  weave: 'plain',
  base,
  ink: base,
  accent: base,
  scale: 1,
})

type Tile = { width: number; height: number; turn?: number; art: (f: Fabric) => string }
const rect = (x: number, y: number, w: number, h: number, fill: Hex, opacity = 1) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''}/>`
const dot = (x: number, y: number, r: number, fill: Hex) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const shape = (d: string, fill: Hex, opacity = 1) =>
  `<path d="${d}" fill="${fill}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''}/>`
const line = (d: string, ink: Hex, width: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round"/>`
const flower = (x: number, y: number, r: number, petal: Hex, heart: Hex) =>
  [0, 72, 144, 216, 288]
    .map((a) => {
      const t = ((a - 90) * Math.PI) / 180
      return dot(+(x + cosine(t) * r).toFixed(1), +(y + sine(t) * r).toFixed(1), r * 0.78, petal)
    })
    .join('') + dot(x, y, r * 0.55, heart)

const TILES: Record<Exclude<Weave, 'plain'>, Tile> = {
  breton: { width: 14, height: 14, art: (f) => rect(0, 0, 14, 5, f.ink) },
  pinstripe: { width: 12, height: 12, art: (f) => rect(0, 0, 1.6, 12, f.ink, 0.85) },
  stripe: {
    width: 24,
    height: 24,
    art: (f) => rect(0, 0, 9, 24, f.ink) + rect(15, 0, 2.5, 24, f.accent),
  },
  gingham: {
    width: 18,
    height: 18,
    art: (f) => rect(0, 0, 9, 18, f.ink, 0.5) + rect(0, 0, 18, 9, f.ink, 0.5),
  },
  tartan: {
    width: 40,
    height: 40,
    art: (f) =>
      rect(0, 0, 16, 40, f.ink, 0.55) +
      rect(0, 0, 40, 16, f.ink, 0.55) +
      rect(26, 0, 3, 40, f.accent, 0.9) +
      rect(0, 26, 40, 3, f.accent, 0.9) +
      rect(7, 0, 2, 40, f.accent, 0.5) +
      rect(0, 7, 40, 2, f.accent, 0.5),
  },
  houndstooth: {
    width: 20,
    height: 20,
    art: (f) =>
      shape(
        'M0 0H10V5L15 0H20L10 10V5L5 10H10V20L5 15V10H0L5 5ZM20 20H15L20 15ZM0 20L0 15L5 20Z',
        f.ink,
      ),
  },
  windowpane: {
    width: 32,
    height: 32,
    art: (f) => rect(0, 0, 2, 32, f.ink) + rect(0, 0, 32, 2, f.ink),
  },
  dots: { width: 22, height: 22, art: (f) => dot(5.5, 5.5, 4, f.ink) + dot(16.5, 16.5, 4, f.ink) },
  pindots: { width: 12, height: 12, art: (f) => dot(3, 3, 1.5, f.ink) + dot(9, 9, 1.5, f.ink) },
  floral: {
    width: 46,
    height: 46,
    art: (f) =>
      flower(13, 13, 6, f.ink, f.accent) +
      flower(36, 35, 5, f.accent, f.ink) +
      shape(
        'M30 8C36 4 41 7 42 13C36 14 31 13 30 8ZM8 32C13 30 18 34 17 40C11 40 8 37 8 32Z',
        f.ink,
        0.55,
      ),
  },
  blossom: {
    width: 70,
    height: 70,
    art: (f) =>
      flower(24, 24, 11, f.ink, f.accent) +
      flower(58, 56, 8, f.accent, f.ink) +
      line('M24 38C28 50 40 60 52 60', f.accent, 2) +
      shape(
        'M40 10C50 4 60 8 62 18C52 20 42 18 40 10ZM4 52C12 46 20 50 22 60C13 62 5 60 4 52Z',
        f.accent,
        0.8,
      ),
  },
  abstract: {
    width: 64,
    height: 64,
    art: (f) =>
      shape('M4 10C16 0 30 6 28 20C26 32 8 30 4 22Z', f.ink) +
      shape('M38 34C52 26 62 38 58 50C50 60 36 54 34 46Z', f.accent) +
      line('M36 10C44 4 50 16 58 10M8 46C14 40 18 54 26 48', f.ink, 3),
  },
  herringbone: {
    width: 16,
    height: 12,
    art: (f) => line('M0 0L8 6L16 0M0 6L8 12L16 6M0 -6L8 0L16 -6M0 12L8 18L16 12', f.ink, 1.8, 0.7),
  },
  zigzag: {
    width: 24,
    height: 20,
    art: (f) =>
      line('M-2 8L6 0L18 12L26 4', f.ink, 4) + line('M-2 18L6 10L18 22L26 14', f.accent, 3),
  },
  leopard: {
    width: 34,
    height: 34,
    art: (f) =>
      shape('M6 5C11 2 15 5 15 9C13 7 9 6 7 9C6 12 9 14 12 13C8 17 2 13 6 5Z', f.ink) +
      shape(
        'M22 18C27 16 31 20 29 25C27 29 21 28 20 24C22 26 26 26 27 23C27 20 24 19 22 18Z',
        f.ink,
      ) +
      shape('M24 2C27 1 29 4 27 6C25 7 22 4 24 2ZM5 24C8 22 12 25 10 29C7 31 3 28 5 24Z', f.ink) +
      dot(10, 9.5, 2, f.accent) +
      dot(24.5, 22.5, 2.2, f.accent),
  },
  denim: {
    width: 5,
    height: 5,
    art: (f) => line('M-1 6L6 -1M-1 1L1 -1M4 6L6 4', f.ink, 0.9, 0.45),
  },
  rib: { width: 7, height: 7, art: (f) => rect(0, 0, 2.2, 7, f.ink, 0.5) },
  cable: {
    width: 22,
    height: 20,
    art: (f) =>
      line(
        'M6 -2C12 4 12 8 6 12C2 15 2 18 6 22M12 -2C6 4 6 8 12 12C16 15 16 18 12 22',
        f.ink,
        2,
        0.65,
      ) + rect(20, 0, 1.5, 20, f.ink, 0.4),
  },
  quilt: { width: 26, height: 26, art: (f) => line('M0 0L26 26M26 0L0 26', f.ink, 1.6, 0.7) },
  terrazzo: {
    width: 44,
    height: 44,
    art: (f) =>
      shape('M4 6L12 3L14 11L7 13Z', f.ink) +
      shape('M26 4L34 9L28 15Z', f.accent) +
      shape('M10 26L19 24L17 34L9 33Z', f.accent) +
      shape('M30 28L40 26L38 37L31 39Z', f.ink) +
      shape('M20 16L24 18L21 21Z', f.ink),
  },
  waves: {
    width: 32,
    height: 18,
    art: (f) => line('M-8 9C0 1 8 1 16 9C24 17 32 17 40 9', f.ink, 4.5),
  },
  argyle: {
    width: 32,
    height: 44,
    art: (f) =>
      shape('M16 2L30 22L16 42L2 22Z', f.ink) + line('M0 0L32 44M32 0L0 44', f.accent, 1.2, 0.9),
  },
  checkerboard: {
    width: 24,
    height: 24,
    art: (f) => rect(0, 0, 12, 12, f.ink) + rect(12, 12, 12, 12, f.ink),
  },
  diagonal: { width: 18, height: 18, turn: 35, art: (f) => rect(0, 0, 8, 18, f.ink) },
  fairisle: {
    width: 24,
    height: 46,
    art: (f) =>
      rect(0, 4, 24, 2.5, f.ink) +
      rect(0, 39, 24, 2.5, f.ink) +
      shape('M12 11L22 22L12 33L2 22Z', f.accent) +
      shape('M12 17L17 22L12 27L7 22Z', f.base) +
      shape('M0 15L5 22L0 29ZM24 15L19 22L24 29Z', f.ink),
  },
  confetti: {
    width: 40,
    height: 40,
    art: (f) =>
      line('M6 8L12 4M26 14L31 19M10 28L8 35M30 32L37 30', f.ink, 3.4) +
      dot(20, 24, 2.4, f.accent) +
      dot(34, 6, 2, f.accent),
  },
  petal: {
    width: 28,
    height: 28,
    art: (f) =>
      shape(
        'M14 0C20 6 20 9 14 14C8 9 8 6 14 0ZM0 14C6 20 6 23 0 28C-6 23 -6 20 0 14ZM28 14C34 20 34 23 28 28C22 23 22 20 28 14Z',
        f.ink,
      ) + dot(14, 21, 2, f.accent),
  },
}

/** The cloth as an SVG `<pattern>`, turned with the limb that wears it. */
export const patternSvg = (fabric: Fabric, id: string, turn: number): string => {
  if (fabric.weave === 'plain') return ''
  const tile = TILES[fabric.weave]
  const angle = Math.round((turn + (tile.turn ?? 0)) * 10) / 10
  return (
    `<pattern id="${id}" width="${tile.width}" height="${tile.height}" patternUnits="userSpaceOnUse"` +
    ` patternTransform="rotate(${angle}) scale(${fabric.scale})">` +
    `${rect(0, 0, tile.width, tile.height, fabric.base)}${tile.art(fabric)}</pattern>`
  )
}
