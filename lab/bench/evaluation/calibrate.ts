import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { readProductPicture } from '#server/vision/indexing/read-product-picture.ts'
import { openPicture } from '#server/vision/sharp-picture.ts'
import type { Calibration } from '#shared/vision/model-cards.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import type { Corners } from '#shared/vision/image-ops.ts'
import { computeDotProduct } from '#shared/vision/likeness.ts'
import { augmentPhoto, jitterBox } from './augment.ts'
import { isOfSplit, type LabeledPhoto, readLabeledPhotos, readPhoto } from './labeled-photos.ts'
import {
  type Check,
  checkJoins,
  crossValidateThresholds,
  computeFoundShare,
  type Nearest,
  type Query,
  deriveThresholds,
} from './thresholds.ts'

type CalibrationRun = {
  queries: number
  gallery: number
  thresholds: Calibration
  found: number
  halves: Check
  joins: ReturnType<typeof checkJoins>
}

/** An item with its vector. `id` is the same for pictures of one item. */
type Thing = { id: string; photo: string; kind: string; category: string; vector: Float32Array }

type Progress = (done: number, total: number) => void

/** Items of one photo cannot be mistaken for each other: they are all known to be different. */
const findNearest = (
  query: Thing,
  gallery: readonly Thing[],
  isPresent: boolean,
): Nearest | null => {
  let [best, second]: [{ thing: Thing; similarity: number } | null, number] = [null, -1]
  for (const item of gallery) {
    const isSame = item.id === query.id
    if (item.category !== query.category) continue
    if (isSame ? !isPresent : item.photo === query.photo) continue
    const querySimilarity = computeDotProduct(query.vector, item.vector)
    if (!best || querySimilarity > best.similarity) {
      second = best?.similarity ?? second
      best = { thing: item, similarity: querySimilarity }
    } else second = Math.max(second, querySimilarity)
  }
  return (
    best && {
      similarity: best.similarity,
      lead: best.similarity - second,
      isSameItem: best.thing.id === query.id,
      isSameKind: best.thing.kind === query.kind,
    }
  )
}

/** Vectors of products by their names, as a server stores them. */
export type StoredVectors = ReadonlyMap<string, Float32Array>

/** With `storedVectors`, items are searched for among these instead of the pictures in DIR/products. */
export const calibrateThresholds = async (
  engine: VisionEngine,
  folder: string,
  split: string | null,
  onStep: Progress,
  storedVectors: StoredVectors | null = null,
): Promise<CalibrationRun> => {
  const { categories } = engine.cards.detector
  const photos = await readLabeledPhotos(folder, engine.cards.words)
  const kinds = mapProductKinds(photos)
  const products = storedVectors ? null : await listProductPictures(folder, kinds)
  const isByProduct = storedVectors !== null || products !== null
  const query = photos.filter((photo) => isOfSplit(photo, split))
  const total = query.length + (storedVectors ? 0 : (products?.size ?? photos.length))
  let done = 0
  const step = () => {
    done += 1
    onStep(done, total)
  }

  const embed = async (bytes: Uint8Array, boxes: readonly Corners[]) => {
    const picture = await openPicture(bytes)
    return (await engine.embed(await engine.cut(picture, boxes))).vectors
  }
  const thingsOf = async (photo: LabeledPhoto, isAugmented: boolean): Promise<Thing[]> => {
    const bytes = await readPhoto(folder, photo.photo)
    const names = photo.items.map((_, index) => `${photo.photo}#${index}`)
    const boxes = photo.items.map(({ box, each: [first = box] = [] }, index) =>
      isAugmented ? jitterBox(first, names[index] ?? '') : first,
    )
    const pictureBytes = isAugmented ? await augmentPhoto(bytes, photo.photo) : bytes
    const vectors = await embed(pictureBytes, boxes)
    step()
    return photo.items.flatMap(({ kind, product }, index): Thing[] => {
      const [vector, id] = [vectors[index], isByProduct ? product : names[index]]
      const category = categories[kind] ?? 'other'
      return vector && id !== undefined ? [{ id, photo: photo.photo, kind, category, vector }] : []
    })
  }

  const gallery: Thing[] = []
  const putProduct = (id: string, kind: string, vector: Float32Array) =>
    gallery.push({ id, photo: '', kind, category: categories[kind] ?? 'other', vector })
  if (storedVectors)
    for (const [id, vector] of storedVectors) {
      const kind = kinds.get(id)
      if (kind !== undefined) putProduct(id, kind, vector)
    }
  else if (products)
    for (const [id, { file, kind }] of products) {
      putProduct(id, kind, await embedProduct(engine, file, kind))
      step()
    }
  else for (const photo of photos) gallery.push(...(await thingsOf(photo, false)))

  const galleryIds = new Set(gallery.map(({ id }) => id))
  const queries: Query[] = []
  for (const photo of query)
    for (const item of await thingsOf(photo, !isByProduct)) {
      const present = galleryIds.has(item.id) ? findNearest(item, gallery, true) : null
      const absent = findNearest(item, gallery, false)
      if (present && absent) queries.push({ photo: photo.photo, present, absent })
    }
  const thresholds = deriveThresholds(queries)
  return {
    queries: queries.length,
    gallery: gallery.length,
    thresholds,
    found: computeFoundShare(queries, thresholds),
    halves: crossValidateThresholds(queries),
    joins: checkJoins(queries),
  }
}

type Product = { file: string; kind: string }

/** Only products that are worn in a photo; the kinds of others are unknown. */
const mapProductKinds = (photos: readonly LabeledPhoto[]) =>
  new Map(photos.flatMap(({ items }) => items.map(({ product, kind }) => [product, kind] as const)))

const listProductPictures = async (folder: string, kinds: ReturnType<typeof mapProductKinds>) => {
  if (!(await readdir(folder)).includes('products')) return null
  return new Map(
    (await readdir(path.join(folder, 'products'))).flatMap((name): [string, Product][] => {
      const id = path.parse(name).name
      const kind = kinds.get(id)
      return kind === undefined ? [] : [[id, { file: path.join(folder, 'products', name), kind }]]
    }),
  )
}

/** A product as it is indexed. */
const embedProduct = async (engine: VisionEngine, file: string, kind: string) => {
  const picture = await openPicture(await readFile(file))
  const stated = { kind: null, category: engine.cards.detector.categories[kind] ?? null }
  const { signal } = new AbortController()
  return (await readProductPicture(engine, picture, { stated, box: null }, signal)).vector
}
