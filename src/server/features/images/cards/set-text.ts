import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { PROJECT_ROOT } from '#server/core/project-root.ts'

const fontSchema = z.object({
  /** Advance and outline of each character, in thousandths of the font size. */
  glyphs: z.record(z.string(), z.tuple([z.number(), z.string()])),
  kerning: z.record(z.string(), z.number()),
})

/** Not beside the built server, which is one file elsewhere. */
const GLYPHS_FILE = join(PROJECT_ROOT, 'src/server/features/images/cards/glyphs.json')

/** Outlines of our own fonts: a server may have no fonts at all, and others look different. */
const fontsSchema = z.object({ display: fontSchema, text: fontSchema })
type Fonts = z.infer<typeof fontsSchema>
let fonts: Fonts | undefined
/** Read when the first card is drawn: most commands never need them. */
const fontNamed = (name: keyof Fonts) => {
  fonts ??= fontsSchema.parse(JSON.parse(readFileSync(GLYPHS_FILE, 'utf8')))
  return fonts[name]
}

export type TextStyle = { font: keyof Fonts; size: number; color: string }

const UNITS = 1000
const ELLIPSIS = '…'

/** Only characters that the fonts have: 'Łódź' loses its accents, other scripts are left out. */
export const settable = (text: string, { font }: TextStyle): string => {
  const { glyphs } = fontNamed(font)
  const known = (character: string) => (character in glyphs ? character : '')
  return Array.from(text, (character) =>
    character in glyphs
      ? character
      : Array.from((LETTERS[character] ?? character).normalize('NFD'), known).join(''),
  )
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Letters that Unicode does not take apart. */
const LETTERS: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i', İ: 'I' }

type Placed = { character: string; x: number }

/** Where each character begins, and where the line ends, in units of the font. */
const place = (line: string, { glyphs, kerning }: Fonts['text']) => {
  let end = 0
  let before = ''
  const placed: Placed[] = []
  for (const character of line) {
    end += kerning[before + character] ?? 0
    placed.push({ character, x: end })
    end += glyphs[character]?.[0] ?? 0
    before = character
  }
  return { placed, end }
}

export const widthOf = (line: string, { font, size }: TextStyle): number =>
  (place(line, fontNamed(font)).end * size) / UNITS

/** Lines of whole words; what does not fit ends in an ellipsis. */
export const wrapped = (text: string, style: TextStyle, width: number, most: number): string[] => {
  const fits = (line: string) => widthOf(line, style) <= width
  const lines: string[] = []
  for (const word of settable(text, style).split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const shown = lines.slice(0, most)
  const isCut = lines.length > most
  return shown.map((line, index) =>
    fits(line) && !(isCut && index === most - 1) ? line : shortened(line, fits),
  )
}

const shortened = (line: string, fits: (line: string) => boolean): string => {
  let kept = line
  while (kept !== '' && !fits(kept.trimEnd() + ELLIPSIS)) kept = kept.slice(0, -1)
  return kept.trimEnd() + ELLIPSIS
}

/** A line as SVG, its baseline starting at this point. */
export const svgLine = (line: string, style: TextStyle, x: number, y: number): string => {
  const font = fontNamed(style.font)
  const scale = style.size / UNITS
  const shapes = place(line, font).placed.map(
    ({ character, x: left }) =>
      `<path transform="translate(${left} 0)" d="${font.glyphs[character]?.[1] ?? ''}"/>`,
  )
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${style.color}">${shapes.join('')}</g>`
}
