import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { CertaintyThresholds } from '#shared/domain/similarity.ts'
import type { VisionEngine } from '#server/vision/engine.ts'
import type { Corners } from '#server/vision/image-ops.ts'
import { lookAt } from '#server/vision/indexing/look-at.ts'
import { openPicture } from '#server/vision/picture.ts'
import { type LabelledPhoto, readLabelledPhotos, readPhoto } from './labelled-photos.ts'
import { drawnAnew, photographedAnew } from './photographed-anew.ts'
import {
  type Check,
  checkByHalves,
  foundShare,
  type Nearest,
  type Query,
  thresholdsFor,
} from './thresholds.ts'

type Calibration = {
  queries: number
  gallery: number
  thresholds: CertaintyThresholds
  found: number
  halves: Check
}

/** Something with a vector; `id` says which thing it is. */
type Thing = { id: string; photo: string; kind: string; category: string; vector: Float32Array }

type Progress = (done: number, total: number) => void

const similarity = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0)

/** Items of one photo cannot be mistaken for each other: they are all known to be different. */
const nearestTo = (asked: Thing, gallery: readonly Thing[], isPresent: boolean): Nearest | null => {
  let [best, second]: [{ thing: Thing; similarity: number } | null, number] = [null, -1]
  for (const thing of gallery) {
    const isSame = thing.id === asked.id
    if (thing.category !== asked.category) continue
    if (isSame ? !isPresent : thing.photo === asked.photo) continue
    const found = similarity(asked.vector, thing.vector)
    if (!best || found > best.similarity) {
      second = best?.similarity ?? second
      best = { thing, similarity: found }
    } else second = Math.max(second, found)
  }
  return (
    best && {
      similarity: best.similarity,
      lead: best.similarity - second,
      isSameItem: best.thing.id === asked.id,
      isSameKind: best.thing.kind === asked.kind,
    }
  )
}

export const calibrate = async (
  engine: VisionEngine,
  folder: string,
  split: string | null,
  onStep: Progress,
): Promise<Calibration> => {
  const { categories } = engine.cards.detector
  const photos = await readLabelledPhotos(folder, engine.cards.words)
  const isAsked = (photo: LabelledPhoto) => split === null || (photo.split ?? split) === split
  const products = await productsIn(folder, photos)
  const asked = photos.filter(isAsked)
  const total = asked.length + (products?.size ?? photos.length)
  let done = 0
  const step = () => {
    done += 1
    onStep(done, total)
  }

  const embed = async (bytes: Uint8Array, boxes: readonly Corners[]) => {
    const picture = await openPicture(bytes)
    return (await engine.embed(await engine.cut(picture, boxes))).vectors
  }
  const thingsOf = async (photo: LabelledPhoto, isAnew: boolean): Promise<Thing[]> => {
    const bytes = await readPhoto(folder, photo.photo)
    const names = photo.items.map((_, place) => `${photo.photo}#${place}`)
    const boxes = photo.items.map(({ box, each: [first = box] = [] }, place) =>
      isAnew ? drawnAnew(first, names[place] ?? '') : first,
    )
    const shown = isAnew ? await photographedAnew(bytes, photo.photo) : bytes
    const vectors = await embed(shown, boxes)
    step()
    return photo.items.flatMap(({ kind, product }, place): Thing[] => {
      const [vector, id] = [vectors[place], products ? product : names[place]]
      const category = categories[kind] ?? 'other'
      return vector && id !== undefined ? [{ id, photo: photo.photo, kind, category, vector }] : []
    })
  }

  const gallery: Thing[] = []
  if (products)
    for (const [id, product] of products) {
      const thing = await productThing(engine, id, product)
      gallery.push({ ...thing, category: categories[thing.kind] ?? 'other' })
      step()
    }
  else for (const photo of photos) gallery.push(...(await thingsOf(photo, false)))

  const known = new Set(gallery.map(({ id }) => id))
  const queries: Query[] = []
  for (const photo of asked)
    for (const thing of await thingsOf(photo, !products)) {
      const present = known.has(thing.id) ? nearestTo(thing, gallery, true) : null
      const absent = nearestTo(thing, gallery, false)
      if (present && absent) queries.push({ photo: photo.photo, present, absent })
    }
  const thresholds = thresholdsFor(queries)
  return {
    queries: queries.length,
    gallery: gallery.length,
    thresholds,
    found: foundShare(queries, thresholds),
    halves: checkByHalves(queries),
  }
}

type Product = { file: string; kind: string }

/** The pictures of products that somebody wears: of others nobody says what they are. */
const productsIn = async (folder: string, photos: readonly LabelledPhoto[]) => {
  if (!(await readdir(folder)).includes('products')) return null
  const kinds = new Map(
    photos.flatMap(({ items }) => items.map(({ product, kind }) => [product, kind] as const)),
  )
  return new Map(
    (await readdir(path.join(folder, 'products'))).flatMap((name): [string, Product][] => {
      const id = path.parse(name).name
      const kind = kinds.get(id)
      return kind === undefined ? [] : [[id, { file: path.join(folder, 'products', name), kind }]]
    }),
  )
}

/** A product as it is indexed. */
const productThing = async (engine: VisionEngine, id: string, { file, kind }: Product) => {
  const picture = await openPicture(await readFile(file))
  const stated = { kind: null, category: engine.cards.detector.categories[kind] ?? null }
  const { signal } = new AbortController()
  const { vector } = await lookAt(engine, picture, { stated, box: null }, signal)
  return { id, photo: '', kind, vector }
}
