import sharp from 'sharp'
import { PREVIEW_CARD } from '#shared/constants.ts'
import { PRODUCT_TITLE } from '#shared/messages.ts'
import { settable, svgLine, type TextStyle, widthOf, wrapped } from './set-text.ts'

/** What the preview of a shared product shows. */
export type CardFacts = {
  name: string
  brand: string | null
  price: string
  /** Address of the picture; null without any. */
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

const textOf = ({ name, brand, price }: CardFacts, left: number): string => {
  const width = WIDTH - left - MARGIN
  const lines = wrapped(name, NAME, width, MOST_LINES)
  const nameHeight = lines.length * NAME.size * 1.08
  const parts: string[] = []
  // The block of brand, name and price stands in the middle of what the mark leaves free.
  let y = (HEIGHT - 90 - nameHeight - PRICE.size - (brand === null ? 0 : 56)) / 2 + 20
  if (brand !== null) {
    const [line = ''] = wrapped(brand, BRAND, width, 1)
    parts.push(svgLine(line, BRAND, left, y + BRAND.size))
    y += 56
  }
  for (const line of lines) {
    y += NAME.size * 1.08
    parts.push(svgLine(line, NAME, left, y - NAME.size * 0.2))
  }
  parts.push(svgLine(settable(price, PRICE), PRICE, left, y + PRICE.size + 22))
  const mark = widthOf(PRODUCT_TITLE, MARK)
  const baseline = HEIGHT - 56
  parts.push(
    svgLine(PRODUCT_TITLE, MARK, left, baseline),
    `<circle cx="${left + mark + 7}" cy="${baseline - 4}" r="4.5" fill="${ACCENT}"/>`,
  )
  return parts.join('')
}

const svgOf = (facts: CardFacts, left: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${textOf(facts, left)}</svg>`,
  )

/** A JPEG, because not every site that shows previews takes anything else. */
export const drawProductCard = async (
  facts: CardFacts,
  picture: Buffer | null,
): Promise<Buffer> => {
  const shown =
    picture && (await sharp(picture).resize(PICTURE_WIDTH, HEIGHT, { fit: 'cover' }).toBuffer())
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER } })
    .composite([
      ...(shown ? [{ input: shown, left: 0, top: 0 }] : []),
      { input: svgOf(facts, (shown ? PICTURE_WIDTH : 0) + MARGIN) },
    ])
    .jpeg({ quality: 84, progressive: true })
    .toBuffer()
}
