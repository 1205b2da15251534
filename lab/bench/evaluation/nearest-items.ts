import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { openPicture } from '#server/vision/sharp-picture.ts'
import { MemoryIndex } from '#server/vision/vectors/memory-index.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import type { Corners } from '#shared/vision/image-ops.ts'
import { computeDotProduct, countVectorDimensions } from '#shared/vision/likeness.ts'
import type { RawPicture } from '#shared/vision/picture.ts'
import { rateColorAgreement, readLabel } from '#shared/vocabulary/label-match.ts'
import { computeMean } from './average-precision.ts'

/** Product pictures by name, as in the catalogue. */
export type Gallery = {
  has(product: string): boolean
  /** The rank of `product` in the results for a box; infinite if it is missing. */
  rank(picture: RawPicture, box: Corners, category: string, product: string): Promise<number>
}

const RESULTS = 50

export const createGallery = async (
  engine: VisionEngine,
  folder: string,
  categories: ReadonlyMap<string, string>,
): Promise<Gallery> => {
  const index = new MemoryIndex(countVectorDimensions(engine.cards), null)
  const names = new Set<string>()
  const embed = async (picture: RawPicture, box: Corners) => {
    const { vectors } = await engine.embed(await engine.cut(picture, [box]))
    if (!vectors[0]) throw new Error('The model gave no vector')
    return vectors[0]
  }
  for (const file of await readdir(folder)) {
    const productKey = path.parse(file).name
    const picture = await openPicture(await readFile(path.join(folder, file)))
    const { width, height } = picture.size
    const vector = await embed(picture, { x0: 0, y0: 0, x1: width, y1: height })
    // Products that are not worn in a photo have no known category. They count in all, so that no category gets easier.
    const knownCategory = categories.get(productKey)
    const rows = knownCategory === undefined ? CATEGORIES : [knownCategory]
    for (const category of rows) {
      const key = knownCategory ? productKey : `${productKey} in ${category}`
      index.put({ productKey: key, vector: vector.slice(), category, ownerUid: null })
    }
    names.add(productKey)
  }
  return {
    has: (product) => names.has(product),
    rank: async (picture, box, category, product) => {
      const hits = index.search(await embed(picture, box), RESULTS, { category })
      const rank = hits.findIndex(({ productKey }) => productKey === product)
      return rank < 0 ? Infinity : rank + 1
    },
  }
}

/** An item of a labelled photo and its vector. */
export type VectorItem = {
  photo: string
  kind: string
  category: string
  words: Readonly<Record<string, string | null>>
  vector: Float32Array
}

/** Of the first three answers, the share that agrees, and for how many items one of them does. */
export type Agreement = { items: number; share: number; any: number }

export type NearestScores = {
  items: number
  kind: number
  words: Record<string, number>
  /** Only for items whose kind occurs in another photo. */
  firstThree: Record<string, Agreement>
}

const THREE = 3

/** Items of its category in other photos, the nearest first. */
const findNearest = (query: VectorItem, gallery: readonly VectorItem[]) =>
  gallery
    .filter(({ photo, category }) => photo !== query.photo && category === query.category)
    .map((item) => ({ item, near: computeDotProduct(query.vector, item.vector) }))
    .toSorted((a, b) => b.near - a.near)
    .slice(0, THREE)
    .map(({ item }) => item)

const getColorFamily = (color: string) => readLabel(color).colors
const isSameFamily = (a: string, b: string) =>
  rateColorAgreement(getColorFamily(a), getColorFamily(b)) === 1

/** Null where one of the two has no such word. */
const compareWords = (
  name: string,
  item: VectorItem,
  other: VectorItem,
  isAlike = (a: string, b: string) => a === b,
) => {
  const [a, b] = [item.words[name], other.words[name]]
  return a && b ? isAlike(a, b) : null
}

const AGREES: Record<string, (a: VectorItem, b: VectorItem) => boolean | null> = {
  kind: (a, b) => a.kind === b.kind,
  'colour family': (a, b) => compareWords('colour', a, b, isSameFamily),
  pattern: (a, b) => compareWords('pattern', a, b),
}

type RankedItem = { item: VectorItem; nearest: readonly VectorItem[] }

const countAgreements = (rankedItems: readonly RankedItem[]): Record<string, Agreement> =>
  Object.fromEntries(
    Object.entries(AGREES).flatMap(([name, agrees]) => {
      const comparablePairs = rankedItems
        .map(({ item, nearest }) =>
          nearest.map((other) => agrees(item, other)).filter((isAlike) => isAlike !== null),
        )
        .filter((answers) => answers.length > 0)
      if (comparablePairs.length === 0) return []
      const share = computeMean(comparablePairs.map((answers) => computeMean(answers.map(Number))))
      const any = computeMean(comparablePairs.map((answers) => Number(answers.includes(true))))
      return [[name, { items: comparablePairs.length, share, any }]]
    }),
  )

/** How often an item's nearest neighbours of its category, from other photos, are of its kind, type, colour. */
export const scoreNearest = (
  queries: readonly VectorItem[],
  gallery: readonly VectorItem[],
): NearestScores | null => {
  const rankedItems = queries.map((item) => ({ item, nearest: findNearest(item, gallery) }))
  const pairs = rankedItems.flatMap(({ item, nearest: [nearest] }) =>
    nearest ? [{ item, nearest }] : [],
  )
  if (pairs.length === 0) return null
  const names = new Set(pairs.flatMap(({ item }) => Object.keys(item.words)))
  const words: Record<string, number> = {}
  for (const name of names) {
    const comparablePairs = pairs
      .map(({ item, nearest }) => compareWords(name, item, nearest))
      .filter((isAlike) => isAlike !== null)
    if (comparablePairs.length > 0) words[name] = computeMean(comparablePairs.map(Number))
  }
  const isThere = ({ photo, kind }: VectorItem) =>
    gallery.some((other) => other.kind === kind && other.photo !== photo)
  return {
    items: pairs.length,
    kind: computeMean(pairs.map(({ item, nearest }) => Number(item.kind === nearest.kind))),
    words,
    firstThree: countAgreements(rankedItems.filter(({ item }) => isThere(item))),
  }
}
