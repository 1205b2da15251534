import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { openPhoto, type Photo } from '#server/features/finder/index.ts'
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
import type { ScanCandidate } from '#shared/contract/scan.ts'
import type { RankedProduct } from '#shared/contract/vision.ts'
import { type Box, fromUnits } from '#shared/domain/box.ts'
import { getBestViewBox } from '#shared/domain/detection-rules.ts'
import { listOfferedObjects } from '#shared/domain/tapped-object.ts'

/** A picture with two lines of text under it. */
export type Cell = { picture: Buffer | null; text: string }

const CELL = 200
const LINE = 27
const TEXT_HEIGHT = 34
const PHOTO = { width: 480, height: 720 }

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Two lines, broken between words. */
const breakText = (text: string): string[] => {
  const first = new RegExp(`^.{1,${LINE}}(?=\\s|$)`).exec(text)?.[0] ?? text.slice(0, LINE)
  return [first, text.slice(first.length).trim()]
}

const renderText = (text: string) => {
  const lines = breakText(text).map(
    (line, index) =>
      `<text x="4" y="${14 + 16 * index}" font-size="13" font-family="sans-serif">${escapeText(line)}</text>`,
  )
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CELL}" height="${TEXT_HEIGHT}">${lines.join('')}</svg>`,
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

/** Something to see in a photo: found, or only offered. */
type Mark = { box: Box; isOffered: boolean }

/** The photo with a numbered frame for each object; those of offers are dashed. */
const drawPhoto = async (picture: Buffer, marks: readonly Mark[]) => {
  const resized = sharp(picture)
    .autoOrient()
    .resize({ ...PHOTO, fit: 'inside' })
  const { data, info } = await resized.toBuffer({ resolveWithObject: true })
  const drawMark = ({ box, isOffered }: Mark, index: number) => {
    const { x, y, width, height } = fromUnits(box, info)
    const color = isOffered ? '#d05000' : '#0040d0'
    const dashes = isOffered ? ' stroke-dasharray="6 4"' : ''
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="${color}" stroke-width="2"${dashes}/>
      <rect x="${x}" y="${y}" width="22" height="18" fill="${color}"/>
      <text x="${x + 3}" y="${y + 14}" font-size="14" font-family="sans-serif" fill="#ffffff">${index + 1}</text>`
  }
  const frames = `<svg xmlns="http://www.w3.org/2000/svg" width="${info.width}" height="${info.height}">${marks.map(drawMark).join('')}</svg>`
  return sharp(data)
    .composite([{ input: Buffer.from(frames) }])
    .toBuffer()
}

/** A photo and, beside it, rows of cells as one JPEG. */
export const drawSheet = async (
  photo: Buffer,
  marks: readonly Mark[],
  rows: readonly (readonly Cell[])[],
): Promise<Buffer> => {
  const columns = Math.max(1, ...rows.map((cells) => cells.length))
  const layers = await Promise.all(
    rows.flatMap((cells, row) =>
      cells.map((cell, column) =>
        drawCell(cell, PHOTO.width + column * CELL, row * (CELL + TEXT_HEIGHT)),
      ),
    ),
  )
  const size = {
    width: PHOTO.width + columns * CELL,
    height: Math.max(PHOTO.height, rows.length * (CELL + TEXT_HEIGHT)),
  }
  return sharp({ create: { ...size, channels: 3, background: '#ffffff' } })
    .composite([{ input: await drawPhoto(photo, marks), left: 0, top: 0 }, ...layers.flat()])
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** The parts of a server that a trial asks. */
export type TrialServices = Pick<Awaited<ReturnType<typeof createParts>>, 'finder' | 'images'>

export type TriedObject = {
  photo: string
  label: string
  kind: string | null
  /** Whether the visitor is only asked about it ('Also in the photo?'). */
  isOffered: boolean
  /** Whether the catalogue has something of the kind in the colour that the label names. */
  hasColor: boolean
  answers: { name: string; similarity: number; certainty: string | null; picture: string | null }[]
}

const PHOTO_NAME = /\.(?:jpe?g|png|webp|avif)$/i
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

/** Without the similarity, so that whoever judges the sheet is not led by it. */
const createAnswerCell = async (
  services: TrialServices,
  product: RankedProduct,
): Promise<Cell> => ({
  picture: await readPicture(services, product.product_image),
  text: product.name,
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

type SeenObject = Pick<TriedObject, 'label' | 'kind' | 'isOffered'> & {
  box: Box
  embedding: string
}

/** What a tap on an offer adds: called what its answers are, or else by the kind that was offered. */
const addOffer = async (
  { finder }: TrialServices,
  photo: Photo,
  { box, kind }: ScanCandidate,
): Promise<SeenObject> => {
  const { signal } = new AbortController()
  const { embedding } = await finder.scans.searchBox(NOBODY, photo, { bbox: box }, signal)
  const reply = await finder.answers.findAnswers(embedding, {}, { count: SHOWN }, undefined)
  const named =
    reply.name === ''
      ? await finder.answers.nameKind(embedding, kind)
      : { label: reply.name, embedding }
  return { box, kind, label: named.label, isOffered: true, embedding: named.embedding }
}

/** The objects that a scan finds, then those that it offers. */
const listSeenObjects = async (
  services: TrialServices,
  photo: Photo,
  name: string,
): Promise<SeenObject[]> => {
  const { signal } = new AbortController()
  const request = { uid: NOBODY, photo, idPrefix: name }
  const { detections, candidates } = await services.finder.scans.scanWhole(request, signal)
  const found = detections.flatMap((detection): SeenObject[] => {
    const { label, embedding, lensObjectName: kind = null } = detection
    const box = getBestViewBox(detection)
    return embedding ? [{ box, label, kind, isOffered: false, embedding }] : []
  })
  const offers = listOfferedObjects(candidates, detections)
  const offered = await Promise.all(offers.map((offer) => addOffer(services, photo, offer)))
  return [...found, ...offered]
}

/** Every object of a photo with the first answers that a visitor would get. */
const tryPhoto = async (services: TrialServices, name: string, bytes: Buffer) => {
  const photo = await openPhoto(bytes, decodeNow)
  const seenObjects = await listSeenObjects(services, photo, name)
  const objects: TriedObject[] = []
  const rows: Cell[][] = []
  for (const { box, embedding, ...object } of seenObjects) {
    const { label, kind, isOffered } = object
    const reply = await services.finder.answers.findAnswers(
      embedding,
      {},
      { count: ANSWERS.maxProducts },
      undefined,
    )
    const products = reply.products.slice(0, SHOWN)
    const meaning = readLabel(label, kind)
    const crop = await photo.crop(box)
    const cells = await Promise.all(products.map((product) => createAnswerCell(services, product)))
    const title = isOffered ? `offered as ${kind}: ${label}` : label
    // What follows is behind a tap.
    const text = reply.isNothingClose ? `${title}: nothing close` : title
    rows.push([{ picture: crop.jpeg, text: `${rows.length + 1}. ${text}` }, ...cells])
    objects.push({
      photo: name,
      ...object,
      hasColor: reply.products.some((product) => compareWithLabel(meaning, product.name).colour),
      answers: products.map(({ name: productName, similarity, certainty, product_image }) => ({
        name: productName,
        similarity,
        certainty,
        picture: product_image ?? null,
      })),
    })
  }
  const sheet = rows.length > 0 ? await drawSheet(bytes, seenObjects, rows) : null
  return { objects, sheet }
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
  const names = (await readdir(folder)).filter((name) => PHOTO_NAME.test(name)).toSorted()
  await mkdir(out, { recursive: true })
  const all: TriedObject[] = []
  for (const [index, name] of names.entries()) {
    const { objects, sheet } = await tryPhoto(
      services,
      name,
      await readFile(path.join(folder, name)),
    )
    all.push(...objects)
    if (sheet) await writeFile(path.join(out, `${path.parse(name).name}.jpg`), sheet)
    onPhoto(index + 1, names.length)
  }
  await writeFile(path.join(out, 'objects.json'), `${JSON.stringify(all, null, 2)}\n`)
  return all
}
