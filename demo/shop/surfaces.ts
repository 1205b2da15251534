import { darken, type Hex, mix } from '#demo/draw/color.ts'
import { hashText, randomFrom } from '#demo/random.ts'
import type { Raster } from './shadows.ts'

export type Surface = { material: 'paper' | 'linen' | 'wood'; base: Hex; shadow: Hex; seed: number }

const SURFACES: readonly (readonly [Surface['material'], Hex])[] = [
  ['paper', '#F1ECE4'],
  ['linen', '#E4DACA'],
  ['wood', '#D3B48E'],
  ['paper', '#E6E4E1'],
  ['linen', '#D9D9D2'],
  ['wood', '#B88F66'],
  ['paper', '#EBDDD3'],
  ['linen', '#EFE9DF'],
  ['wood', '#E0CDB2'],
  ['paper', '#DDE3DD'],
]

/** Each creator has a surface of their own, on which all their pictures are taken. */
export const surfaceOf = (name: string): Surface => {
  const seed = hashText(`surface ${name}`)
  const [material, base] = SURFACES[seed % SURFACES.length] ?? ['paper', '#F1ECE4']
  return { material, base, shadow: darken(mix(base, '#6b5844', 0.5), 0.6), seed }
}

/** A smooth curve through random values, one every `every` pixels. */
const wave = (words: string, length: number, every: number): Float32Array => {
  const random = randomFrom(words)
  const count = Math.ceil(length / every) + 2
  const knots = Float32Array.from({ length: count }, () => random.next() * 2 - 1)
  return Float32Array.from({ length }, (_, at) => {
    const index = Math.floor(at / every)
    const share = at / every - index
    const smooth = share * share * (3 - 2 * share)
    return (knots[index] ?? 0) * (1 - smooth) + (knots[index + 1] ?? 0) * smooth
  })
}

const PLANKS = 5
const THREAD = 3

type Shade = (x: number, y: number) => number

const paperShade = (): Shade => () => 0

const linenShade = (surface: Surface, { width, height }: Raster): Shade => {
  const across = wave(`warp ${surface.seed}`, width, THREAD)
  const down = wave(`weft ${surface.seed}`, height, THREAD)
  return (x, y) => {
    const isOver = (Math.floor(x / THREAD) + Math.floor(y / THREAD)) % 2 === 0
    return (isOver ? (across[x] ?? 0) : (down[y] ?? 0)) * 5 + (isOver ? 2 : -2)
  }
}

const woodShade = (surface: Surface, { width, height }: Raster): Shade => {
  const plank = width / PLANKS
  const tone = wave(`tone ${surface.seed}`, PLANKS + 1, 1)
  const fibers = wave(`fibers ${surface.seed}`, width * 2, 4)
  const veins = wave(`veins ${surface.seed}`, width * 2, 14)
  const bends = Array.from({ length: PLANKS + 1 }, (_, index) =>
    wave(`bend ${surface.seed} ${index}`, height, 160),
  )
  return (x, y) => {
    const index = Math.floor(x / plank)
    const inPlank = x - index * plank
    const gap = inPlank < 1.5 ? -46 : inPlank < 3 ? -12 : 0
    const at = Math.floor(x + width / 4 + (bends[index]?.[y] ?? 0) * 10 + index * 37) % (width * 2)
    return gap + (tone[index] ?? 0) * 9 + (fibers[at] ?? 0) * 5 + (veins[at] ?? 0) * 8
  }
}

const SHADES = { paper: paperShade, linen: linenShade, wood: woodShade } as const

/** Light falls from the upper left; grain keeps large areas from looking computed. */
export const paintSurface = (sheet: Raster, surface: Surface) => {
  const { data, width, height } = sheet
  const shade = SHADES[surface.material](surface, sheet)
  const random = randomFrom(`grain ${surface.seed}`)
  const rgb = [...Buffer.from(surface.base.slice(1), 'hex')]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = 7 - 20 * ((x / width) * 0.45 + (y / height) * 0.55)
      const value = shade(x, y) + light + (random.next() - 0.5) * 5
      const at = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = Math.max(0, Math.min(255, Math.round((rgb[channel] ?? 0) + value)))
    }
}
