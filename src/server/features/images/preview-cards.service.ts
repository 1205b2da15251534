import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { z } from 'zod'
import type { PictureQueue } from '#server/core/concurrency/picture-queue.ts'
import { createSharedWork } from '#server/core/concurrency/tasks.ts'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { AppError } from '#server/core/http/errors.ts'
import { getServerFile } from '#server/core/installation.ts'
import type { SiteName } from '#server/core/site-name.ts'
import { PREVIEW_CARD } from '#shared/constants.ts'
import { PRODUCT_TITLE } from '#shared/messages.ts'
import type { DiskCache } from './disk-cache.ts'
import type { ImageProxy } from './image-proxy.service.ts'
import type { MachineFonts } from './machine-fonts.ts'
import type { Language } from '#server/core/languages.ts'
import { getLanguage } from '#server/core/messages/translation.ts'

const fontSchema = z.object({
  /** Advance and outline of each character, in thousandths of the font size. */
  glyphs: z.record(z.string(), z.tuple([z.number(), z.string()])),
  kerning: z.record(z.string(), z.number()),
})

const GLYPHS_FILE = getServerFile('features/images/glyphs.json')

/** Outlines of our own fonts, because servers have different fonts or none. */
const fontsSchema = z.object({ display: fontSchema, text: fontSchema })
type Fonts = z.infer<typeof fontsSchema>
let fonts: Fonts | undefined
/** Read when the first card is drawn, because most commands never need fonts. */
const loadFont = (name: keyof Fonts) => {
  fonts ??= fontsSchema.parse(JSON.parse(readFileSync(GLYPHS_FILE, 'utf8')))
  return fonts[name]
}

export type TextStyle = { font: keyof Fonts; size: number; color: string }

const UNITS = 1000
const ELLIPSIS = '…'

/** As it is set: composed characters, single spaces, no invisible signs. */
const normalizeText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cf}\p{Cc}\ufe0f]/gu, '')
    .trim()

const hasGlyphs = (text: string, { font }: TextStyle): boolean => {
  const { glyphs } = loadFont(font)
  return Array.from(text).every((character) => character in glyphs)
}

type PlacedGlyph = { character: string; x: number }

/** Where each character begins, and where the line ends, in units of the font. */
const layOutLine = (line: string, { glyphs, kerning }: Fonts['text']) => {
  let end = 0
  let before = ''
  const glyphsInLine: PlacedGlyph[] = []
  for (const character of line) {
    end += kerning[before + character] ?? 0
    glyphsInLine.push({ character, x: end })
    end += glyphs[character]?.[0] ?? 0
    before = character
  }
  return { placed: glyphsInLine, end }
}

export const measureWidth = (line: string, { font, size }: TextStyle): number =>
  (layOutLine(line, loadFont(font)).end * size) / UNITS

/** Breaks text into lines of whole words; text that does not fit ends in an ellipsis. */
export const wrapText = (text: string, style: TextStyle, width: number, most: number): string[] => {
  const fits = (line: string) => measureWidth(line, style) <= width
  const lines: string[] = []
  for (const word of normalizeText(text).split(' ')) {
    const lastLine = lines.at(-1)
    const longer = lastLine === undefined ? word : `${lastLine} ${word}`
    if (lastLine !== undefined && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const firstLines = lines.slice(0, most)
  const isCut = lines.length > most
  return firstLines.map((line, index) =>
    fits(line) && !(isCut && index === most - 1) ? line : shortenLine(line, fits),
  )
}

const shortenLine = (line: string, fits: (line: string) => boolean): string => {
  let result = line
  while (result !== '' && !fits(result.trimEnd() + ELLIPSIS)) result = result.slice(0, -1)
  return result.trimEnd() + ELLIPSIS
}

/** Our display font has Latin letters only; the text font Cyrillic and Greek ones too. */
const chooseStyle = (text: string, style: TextStyle): TextStyle | null =>
  [style, { ...style, font: 'text' as const, size: style.size * 0.86 }].find((candidate) =>
    hasGlyphs(text, candidate),
  ) ?? null

const PICTOGRAPH = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u20e3]/gu

/**
 * Lays out a block of text. Each line is a function of its baseline `y`. A text that neither our fonts
 * nor those of this machine can set is left out, except that one can do without its pictographs.
 */
const layOutBlock = (
  source: string,
  style: TextStyle,
  { x, width, most }: Block,
  machine: MachineFonts,
): BlockLine[] => {
  const canSet = (text: string) =>
    Array.from(text).every((character) => character === ' ' || machine.has(character))
  const whole = normalizeText(source)
  const plain = normalizeText(whole.replaceAll(PICTOGRAPH, ' '))
  const text = chooseStyle(whole, style) || canSet(whole) ? whole : plain
  if (text === '') return []
  const usedStyle = chooseStyle(text, style)
  if (usedStyle)
    return wrapText(text, usedStyle, width, most).map(
      (line) => (y) => renderLine(line, usedStyle, x, y),
    )
  if (!canSet(text)) return []
  // Other scripts use the fonts of this machine, whose widths are unknown and therefore estimated.
  const size = style.size * 0.86
  const perLine = Math.floor(width / (size * (WIDE.test(text) ? 1 : 0.62)))
  return cutIntoLines(text, perLine, most).map(
    (line) => (y) =>
      `<text x="${x}" y="${y}" font-family="Noto Sans, Noto Sans CJK, sans-serif" font-size="${size}" fill="${style.color}" direction="${RIGHT_TO_LEFT.test(line) ? 'rtl' : 'ltr'}" text-anchor="${RIGHT_TO_LEFT.test(line) ? 'end' : 'start'}">${escapeHtml(line)}</text>`,
  )
}
type Block = { x: number; width: number; most: number }
type BlockLine = (y: number) => string

const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff]/
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/** Breaks lines at spaces if there are any; Chinese and Japanese have none. */
export const cutIntoLines = (text: string, perLine: number, most: number): string[] => {
  const lines: string[] = []
  let remaining = Array.from(text.replaceAll(/\s+/g, ' ').trim())
  while (remaining.length > 0 && lines.length < most) {
    const space = remaining.slice(0, perLine + 1).lastIndexOf(' ')
    const end = remaining.length <= perLine ? remaining.length : space > 0 ? space : perLine
    lines.push(remaining.slice(0, end).join('').trim())
    remaining = remaining.slice(end)
    if (remaining[0] === ' ') remaining = remaining.slice(1)
  }
  if (remaining.length > 0) lines.push(`${(lines.pop() ?? '').slice(0, perLine - 1)}${ELLIPSIS}`)
  return lines
}

/** A line as SVG, its baseline starting at this point. */
const renderLine = (line: string, style: TextStyle, x: number, y: number): string => {
  const font = loadFont(style.font)
  const scale = style.size / UNITS
  const shapes = layOutLine(line, font).placed.map(
    ({ character, x: left }) =>
      `<path transform="translate(${left} 0)" d="${font.glyphs[character]?.[1] ?? ''}"/>`,
  )
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${style.color}">${shapes.join('')}</g>`
}

/** The contents of a preview card: a name, a line above it and a line below it. */
export type CardFacts = {
  name: string
  brand: string | null
  price: string
  picture: string | null
}

const { width: WIDTH, height: HEIGHT } = PREVIEW_CARD
/** The picture fills the left, cut to 4:5 like every product. */
const PICTURE_WIDTH = Math.round((HEIGHT * 4) / 5)
const MARGIN = 64
const PAPER = '#faf7f2'
const INK = '#16130f'
const QUIET = '#6b645a'
const ACCENT = '#d7263d'
const MOST_LINES = 3

const BRAND: TextStyle = { font: 'text', size: 30, color: QUIET }
const NAME: TextStyle = { font: 'display', size: 68, color: INK }
const PRICE: TextStyle = { font: 'text', size: 42, color: INK }
const MARK: TextStyle = { font: 'display', size: 40, color: INK }

const renderText = (
  { name, brand, price }: CardFacts,
  site: string,
  left: number,
  machine: MachineFonts,
): string => {
  const width = WIDTH - left - MARGIN
  const lines = layOutBlock(name, NAME, { x: left, width, most: MOST_LINES }, machine)
  const nameHeight = lines.length * NAME.size * 1.08
  const parts: string[] = []
  // Brand, name and price are centred vertically in the space above the mark.
  let y = (HEIGHT - 90 - nameHeight - PRICE.size - (brand === null ? 0 : 56)) / 2 + 20
  if (brand !== null) {
    const [line] = layOutBlock(brand, BRAND, { x: left, width, most: 1 }, machine)
    if (line) parts.push(line(y + BRAND.size))
    y += 56
  }
  for (const line of lines) {
    y += NAME.size * 1.08
    parts.push(line(y - NAME.size * 0.2))
  }
  const [line] = layOutBlock(price, PRICE, { x: left, width, most: 1 }, machine)
  if (line) parts.push(line(y + PRICE.size + 22))
  const baseline = HEIGHT - 56
  const [mark] = layOutBlock(site, MARK, { x: left, width, most: 1 }, machine)
  if (mark) parts.push(mark(baseline))
  // The dot belongs to the product's own mark.
  if (mark && site === PRODUCT_TITLE)
    parts.push(
      `<circle cx="${left + measureWidth(site, MARK) + 7}" cy="${baseline - 4}" r="4.5" fill="${ACCENT}"/>`,
    )
  return parts.join('')
}

export const renderCardSvg = (
  facts: CardFacts,
  site: string,
  left: number,
  machine: MachineFonts,
): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${renderText(facts, site, left, machine)}</svg>`,
  )

/** A JPEG, because some sites that show previews accept nothing else. */
const drawPreviewCard = async (
  facts: CardFacts,
  site: string,
  picture: Buffer | null,
  machine: MachineFonts,
) => {
  const pictureTile =
    picture && (await sharp(picture).resize(PICTURE_WIDTH, HEIGHT, { fit: 'cover' }).toBuffer())
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER } })
    .composite([
      ...(pictureTile ? [{ input: pictureTile, left: 0, top: 0 }] : []),
      { input: renderCardSvg(facts, site, (pictureTile ? PICTURE_WIDTH : 0) + MARGIN, machine) },
    ])
    .jpeg({ quality: 84, progressive: true })
    .toBuffer()
}

/** Must change with the design of the cards, so that cached ones are drawn again. */
const DESIGN = 3
const PICTURE = { width: 768, format: 'jpeg' } as const

type PreviewCardsDependencies = {
  proxy: ImageProxy
  cache: DiskCache
  pictures: PictureQueue
  siteName: SiteName
  readMachineFonts: () => Promise<MachineFonts>
}

export const CARD_KINDS = ['product', 'look', 'person', 'creator', 'board'] as const
export type Card = { kind: (typeof CARD_KINDS)[number]; id: string; facts: CardFacts }

/** Contains the picture's URL, so that the card is found when the picture is removed. */
export const buildPreviewCardKey = (
  kind: Card['kind'],
  picture: string,
  language: Language,
): string => `card ${kind}${language.prefix} ${picture}`
const getCardKey = ({ kind, id, facts }: Card): string =>
  buildPreviewCardKey(kind, facts.picture ?? id, getLanguage())

/** Stored before the picture: a cached card with other contents is drawn again. */
const hashCardContent = ({ name, brand, price, picture }: CardFacts, site: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([DESIGN, site, name, brand, price, picture]))
    .digest()

/** Preview cards of products, looks, people and boards, drawn again when their contents change. */
export const createPreviewCards = ({
  proxy,
  cache,
  pictures,
  siteName,
  readMachineFonts,
}: PreviewCardsDependencies) => {
  const shared = createSharedWork<Buffer>()

  /** While a shop does not answer, a card without its picture is better than none. */
  const readPicture = async (url: string | null, signal: AbortSignal) => {
    if (url === null) return null
    return proxy
      .read({ url, variant: PICTURE, signal }, async () => undefined)
      .then(
        ({ body }) => body,
        (error: unknown) => {
          if (error instanceof AppError && [404, 410, 502].includes(error.status)) return null
          throw error
        },
      )
  }

  const draw = async (card: Card, site: string, visitor: string, signal: AbortSignal) => {
    const { facts } = card
    const picture = await readPicture(facts.picture, signal)
    const machine = await readMachineFonts()
    const jpeg = await pictures({ lane: 'shown', visitor, signal }, () =>
      drawPreviewCard(facts, site, picture, machine),
    )
    if (picture || facts.picture === null)
      await cache.put(getCardKey(card), Buffer.concat([hashCardContent(facts, site), jpeg]))
    return jpeg
  }

  const readCached = async (card: Card, content: Buffer): Promise<Buffer | null> => {
    const cached = await cache.get(getCardKey(card))
    const isCurrent = cached?.subarray(0, content.length).equals(content)
    return cached && isCurrent ? cached.subarray(content.length) : null
  }

  /** `beforeWork` runs only if the card is not cached. */
  return async (
    card: Card,
    { visitor, signal: caller }: { visitor: string; signal: AbortSignal },
    beforeWork: () => Promise<void>,
  ): Promise<Buffer> => {
    const site = await siteName()
    const content = hashCardContent(card.facts, site)
    const cachedCard = await readCached(card, content)
    if (cachedCard) return cachedCard
    await beforeWork()
    const taskKey = `${getCardKey(card)} ${content.toString('hex')}`
    return shared(taskKey, caller, (signal) => draw(card, site, visitor, signal))
  }
}
export type PreviewCards = ReturnType<typeof createPreviewCards>
