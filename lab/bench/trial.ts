import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { openPhoto } from '#server/features/finder/index.ts'
import { describeTitle } from '#server/features/catalog/description/index.ts'
import {
  isOfLabeledColor,
  isOfLabeledKind,
  type LabelMeaning,
  readLabel,
} from '#shared/vocabulary/label-match.ts'
import type { createParts } from '#server/parts.ts'
import { decodeNow } from '#server/vision/sharp-picture.ts'
import { ANSWERS } from '#shared/finder-constants.ts'
import type { RankedProduct } from '#shared/contract/vision.ts'
import { getBestViewBox } from '#shared/domain/detection-rules.ts'

/** A picture with two lines of text under it. */
export type Cell = { picture: Buffer | null; text: string }

const CELL = 240
const LINE = 38
const TEXT_HEIGHT = 34

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const renderText = (text: string) => {
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
  { input: renderText(text), left, top: top + CELL },
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

/** The parts of a server that a trial asks. */
export type TrialServices = Pick<Awaited<ReturnType<typeof createParts>>, 'finder' | 'images'>

export type TriedObject = {
  photo: string
  label: string
  kind: string | null
  category: string
  /** Whether the catalogue has something of the kind in the colour that the label names. */
  hasColor: boolean
  answers: { name: string; similarity: number; certainty: string | null; picture: string | null }[]
}

const PHOTO = /\.(?:jpe?g|png|webp|avif)$/i
const SHOWN = 3
const NOBODY = 'nobody'

const readPicture = async ({ images }: TrialServices, url: string | null | undefined) => {
  if (!url) return null
  const { signal } = new AbortController()
  const pictureRequest = { url, variant: { width: 384, format: 'jpeg' }, signal } as const
  return images.imageProxy
    .read(pictureRequest, async () => undefined)
    .then(
      ({ body }) => body,
      () => null,
    )
}

const createAnswerCell = async (
  services: TrialServices,
  product: RankedProduct,
): Promise<Cell> => ({
  picture: await readPicture(services, product.product_image),
  text: `${product.similarity.toFixed(2)} ${product.certainty ?? 'closest'}: ${product.name}`,
})

type Agreement = { objects: number; first: number; three: number }

/** Whether a product is of the labelled kind, and of that kind in the labelled colour. */
const compareWithLabel = (meaning: LabelMeaning, title: string) => {
  const { kind, colors } = describeTitle(title)
  const isOfKind = isOfLabeledKind(meaning, kind) === true
  return { kind: isOfKind, colour: isOfKind && isOfLabeledColor(meaning, colors) }
}

/** For how many objects the first answer, and one of the first three, is what the label says. */
export const countAgreement = (
  objects: readonly TriedObject[],
): Record<'kind' | 'colour', Agreement> => {
  const agreements = objects.map(({ label, kind, answers }) => {
    const meaning = readLabel(label, kind)
    return answers.map(({ name }) => compareWithLabel(meaning, name))
  })
  const count = (part: 'kind' | 'colour', isAsked: (object: TriedObject) => boolean) => {
    const comparedAgreements = agreements.filter((_, index) =>
      objects.slice(index, index + 1).some(isAsked),
    )
    return {
      objects: comparedAgreements.length,
      first: comparedAgreements.filter(([first]) => first?.[part]).length,
      three: comparedAgreements.filter((answers) => answers.some((answer) => answer[part])).length,
    }
  }
  return {
    kind: count('kind', ({ answers }) => answers.length > 0),
    colour: count('colour', ({ hasColor }) => hasColor),
  }
}

/** Every object of a photo with the first answers that a visitor would get. */
const tryPhoto = async (services: TrialServices, name: string, bytes: Buffer) => {
  const { signal } = new AbortController()
  const photo = await openPhoto(bytes, decodeNow)
  const request = { uid: NOBODY, photo, idPrefix: name }
  const { detections } = await services.finder.scans.scanWhole(request, signal)
  const objects: TriedObject[] = []
  const rows: Cell[][] = []
  for (const detection of detections) {
    const { label, category, embedding, lensObjectName: kind = null } = detection
    if (!embedding) continue
    const { answers } = services.finder
    const reply = await answers.findAnswers(
      embedding,
      {},
      { count: ANSWERS.maxProducts },
      undefined,
    )
    const products = reply.products.slice(0, SHOWN)
    const meaning = readLabel(label, kind)
    const crop = await photo.crop(getBestViewBox(detection))
    const cells = await Promise.all(products.map((product) => createAnswerCell(services, product)))
    rows.push([{ picture: crop.jpeg, text: `${label} (${category})` }, ...cells])
    objects.push({
      photo: name,
      label,
      kind,
      category,
      hasColor: reply.products.some((product) => compareWithLabel(meaning, product.name).colour),
      answers: products.map(({ name: title, similarity, certainty, product_image }) => ({
        name: title,
        similarity,
        certainty,
        picture: product_image ?? null,
      })),
    })
  }
  return { objects, rows }
}

/**
 * Asks for every object of the photos in `folder` what the catalogue has, and writes a sheet per photo
 * and `objects.json` to `out`, to be judged by eye.
 */
export const runTrial = async (
  services: TrialServices,
  folder: string,
  out: string,
  onPhoto: (done: number, total: number) => void,
): Promise<TriedObject[]> => {
  const names = (await readdir(folder)).filter((name) => PHOTO.test(name)).toSorted()
  await mkdir(out, { recursive: true })
  const all: TriedObject[] = []
  for (const [index, name] of names.entries()) {
    const { objects, rows } = await tryPhoto(
      services,
      name,
      await readFile(path.join(folder, name)),
    )
    all.push(...objects)
    if (rows.length > 0)
      await writeFile(path.join(out, `${path.parse(name).name}.jpg`), await drawSheet(rows))
    onPhoto(index + 1, names.length)
  }
  await writeFile(path.join(out, 'objects.json'), `${JSON.stringify(all, null, 2)}\n`)
  return all
}
