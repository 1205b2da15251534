import { squareRoot } from './exact-math.ts'

export type Hex = string

type Channels = readonly [number, number, number]
const read = new Map<Hex, Channels>()
const channels = (hex: Hex): Channels => {
  const cachedColor = read.get(hex)
  if (cachedColor) return cachedColor
  const n = Number.parseInt(hex.slice(1), 16)
  const rgb: Channels = [(n >> 16) & 255, (n >> 8) & 255, n & 255]
  read.set(hex, rgb)
  return rgb
}
const hexFrom = (rgb: readonly number[]): Hex =>
  `#${rgb
    .map((c) =>
      Math.max(0, Math.min(255, Math.round(c)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

export const mix = (a: Hex, b: Hex, share: number): Hex => {
  const [from, to] = [channels(a), channels(b)]
  return hexFrom(from.map((c, i) => c + ((to[i] ?? 0) - c) * share))
}
/** Shadows tend to violet and highlights to warm paper; pure black and white look dirty. */
export const darken = (hex: Hex, share = 0.3): Hex => mix(hex, '#1a0f2e', share)
export const lighten = (hex: Hex, share = 0.3): Hex => mix(hex, '#fff6e6', share)

export const lightness = (hex: Hex): number => {
  const [r, g, b] = channels(hex)
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255
}
/** Perceptual distance of two colours (redmean), 0 to about 765. */
export const colorDistance = (a: Hex, b: Hex): number => {
  const [x, y] = [channels(a), channels(b)]
  const red = (x[0] + y[0]) / 2
  const [dr, dg, db] = [x[0] - y[0], x[1] - y[1], x[2] - y[2]]
  return squareRoot((2 + red / 256) * dr * dr + 4 * dg * dg + (2 + (255 - red) / 256) * db * db)
}
/** A subtle line colour on cloth of this colour. */
export const seamOn = (hex: Hex): Hex =>
  lightness(hex) < 0.3 ? lighten(hex, 0.35) : darken(hex, 0.45)
