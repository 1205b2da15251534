import sharp from 'sharp'

/** A picture with two lines of text under it. */
export type Cell = { picture: Buffer | null; text: string }

const CELL = 240
const LINE = 38
const TEXT_HEIGHT = 34

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const textOf = (text: string) => {
  const line = (from: number, y: number) =>
    `<text x="4" y="${y}" font-size="13" font-family="sans-serif">${escapeText(text.slice(from, from + LINE))}</text>`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CELL}" height="${TEXT_HEIGHT}">${line(0, 14)}${line(LINE, 30)}</svg>`,
  )
}

const drawCell = async ({ picture, text }: Cell, left: number, top: number) => [
  ...(picture
    ? [
        {
          input: await sharp(picture)
            .resize(CELL, CELL, { fit: 'contain', background: '#dddddd' })
            .toBuffer(),
          left,
          top,
        },
      ]
    : []),
  { input: textOf(text), left, top: top + CELL },
]

/** Rows of cells as one JPEG. */
export const drawSheet = async (rows: readonly (readonly Cell[])[]): Promise<Buffer> => {
  const columns = Math.max(1, ...rows.map((cells) => cells.length))
  const layers = await Promise.all(
    rows.flatMap((cells, row) =>
      cells.map((cell, column) => drawCell(cell, column * CELL, row * (CELL + TEXT_HEIGHT))),
    ),
  )
  const size = { width: columns * CELL, height: Math.max(1, rows.length * (CELL + TEXT_HEIGHT)) }
  return sharp({ create: { ...size, channels: 3, background: '#ffffff' } })
    .composite(layers.flat())
    .jpeg({ quality: 80 })
    .toBuffer()
}
