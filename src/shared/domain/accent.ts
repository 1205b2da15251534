import { ACCENT_TEXT } from '#shared/accent-messages.ts'
import { formatDecimal } from './decimal.ts'

/** The backgrounds behind the accent colour, and the text colours on top of it. */
const PAPER = { light: '#faf7f2', dark: '#141210' } as const
const WHITE = '#ffffff'
const INK = '#16130f'

/** WCAG 2.2, for text and for controls and the focus ring. */
const TEXT_CONTRAST = 4.5
const CONTROL_CONTRAST = 3

const parseChannels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** An sRGB channel (0 to 255) as linear light (0 to 1). */
export const toLinearLight = (channel: number): number => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const computeLuminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = parseChannels(color).map(toLinearLight)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export const computeContrast = (a: string, b: string): number => {
  const [darker = 0, lighter = 0] = [computeLuminance(a), computeLuminance(b)].toSorted(
    (a, b) => a - b,
  )
  return (lighter + 0.05) / (darker + 0.05)
}

const mixColors = (color: string, other: string, share: number): string => {
  const otherChannels = parseChannels(other)
  const parts = parseChannels(color).map((value, index) =>
    Math.round(value + ((otherChannels[index] ?? 0) - value) * share),
  )
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

const STEPS = 20

/** The colour mixed with as little of `other` as makes it readable on the paper. */
const findReadableShade = (
  color: string,
  paper: string,
  other: string,
  contrast: number,
): string => {
  const steps = Array.from({ length: STEPS + 1 }, (_, step) =>
    mixColors(color, other, step / STEPS),
  )
  return steps.find((shade) => computeContrast(shade, paper) >= contrast) ?? other
}

type Shades = { accent: string; strong: string; onAccent: string }
type AccentTheme = { light: Shades; dark: Shades }

const chooseTextColor = (color: string) =>
  computeContrast(WHITE, color) >= TEXT_CONTRAST ? WHITE : INK

/** Both themes from one colour; the dark theme needs a lighter shade. */
export const createAccentTheme = (color: string): AccentTheme => {
  // Ink is a little lighter than the dark paper, and must be readable on the accent too.
  const dark = findReadableShade(color, PAPER.dark, WHITE, TEXT_CONTRAST + 0.5)
  return {
    light: {
      accent: color,
      strong: findReadableShade(mixColors(color, INK, 0.15), PAPER.light, INK, TEXT_CONTRAST),
      onAccent: chooseTextColor(color),
    },
    dark: { accent: dark, strong: mixColors(dark, WHITE, 0.25), onAccent: chooseTextColor(dark) },
  }
}

/** Why a colour cannot be the accent; null if it can. */
export const findAccentProblem = (color: string): string | null => {
  const onPaper = computeContrast(color, PAPER.light)
  if (onPaper < CONTROL_CONTRAST)
    return ACCENT_TEXT.tooLight(formatDecimal(onPaper), CONTROL_CONTRAST)
  const onAccent = computeContrast(chooseTextColor(color), color)
  return onAccent < TEXT_CONTRAST
    ? ACCENT_TEXT.hardToRead(formatDecimal(onAccent), TEXT_CONTRAST)
    : null
}

const formatDeclarations = ({ accent, strong, onAccent }: Shades) =>
  `--color-accent:${accent};--color-accent-strong:${strong};--color-on-accent:${onAccent}`

/** A stylesheet to load after the built-in one. */
export const createAccentStyles = (color: string): string => {
  const { light, dark } = createAccentTheme(color)
  return `:root{${formatDeclarations(light)};--color-dot-core:${color}}:root[data-theme='dark']{${formatDeclarations(dark)}}`
}
