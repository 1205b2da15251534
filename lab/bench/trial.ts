import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { RankedProduct } from '#shared/contract/vision.ts'
import { bestView } from '#shared/domain/detection-rules.ts'
import { openPhoto } from '#server/features/finder/index.ts'
import type { createParts } from '#server/parts.ts'
import { decodeNow } from '#server/vision/picture.ts'
import { type Cell, drawSheet } from './trial-sheet.ts'

/** The parts of a server that a trial asks. */
export type Tried = Pick<Awaited<ReturnType<typeof createParts>>, 'finder' | 'images'>

type TriedObject = {
  photo: string
  label: string
  category: string
  answers: { name: string; similarity: number; certainty: string | null; picture: string | null }[]
}

const PHOTO = /\.(?:jpe?g|png|webp|avif)$/i
const SHOWN = 3
const NOBODY = 'nobody'

const pictureOf = async ({ images }: Tried, url: string | null | undefined) => {
  if (!url) return null
  const { signal } = new AbortController()
  const wanted = { url, variant: { width: 384, format: 'jpeg' }, signal } as const
  return images.imageProxy
    .read(wanted, async () => undefined)
    .then(
      ({ body }) => body,
      () => null,
    )
}

const answerCell = async (tried: Tried, product: RankedProduct): Promise<Cell> => ({
  picture: await pictureOf(tried, product.product_image),
  text: `${product.similarity.toFixed(2)} ${product.certainty ?? 'closest'}: ${product.name}`,
})

/** Every object of a photo with the first answers that a visitor would get. */
const tryPhoto = async (tried: Tried, name: string, bytes: Buffer) => {
  const { signal } = new AbortController()
  const photo = await openPhoto(bytes, decodeNow)
  const request = { uid: NOBODY, photo, idPrefix: name }
  const { detections } = await tried.finder.scans.scanWhole(request, signal)
  const objects: TriedObject[] = []
  const rows: Cell[][] = []
  for (const detection of detections) {
    const { label, category, embedding } = detection
    if (!embedding) continue
    const { products } = await tried.finder.answers.answer(embedding, {}, SHOWN, undefined)
    const crop = await photo.crop(bestView(detection))
    const cells = await Promise.all(products.map((product) => answerCell(tried, product)))
    rows.push([{ picture: crop.jpeg, text: `${label} (${category})` }, ...cells])
    objects.push({
      photo: name,
      label,
      category,
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
  tried: Tried,
  folder: string,
  out: string,
  onPhoto: (done: number, total: number) => void,
): Promise<TriedObject[]> => {
  const names = (await readdir(folder)).filter((name) => PHOTO.test(name)).toSorted()
  await mkdir(out, { recursive: true })
  const all: TriedObject[] = []
  for (const [place, name] of names.entries()) {
    const { objects, rows } = await tryPhoto(tried, name, await readFile(path.join(folder, name)))
    all.push(...objects)
    if (rows.length > 0)
      await writeFile(path.join(out, `${path.parse(name).name}.jpg`), await drawSheet(rows))
    onPhoto(place + 1, names.length)
  }
  await writeFile(path.join(out, 'objects.json'), `${JSON.stringify(all, null, 2)}\n`)
  return all
}
