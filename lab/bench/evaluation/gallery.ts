import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { CATEGORIES } from '#shared/domain/category.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import type { Corners } from '#shared/vision/image-ops.ts'
import { vectorDimensions } from '#shared/vision/likeness.ts'
import { openPicture } from '#server/vision/picture.ts'
import type { Picture } from '#shared/vision/picture.ts'
import { MemoryIndex } from '#server/vision/vectors/memory-index.ts'

/** Product pictures by name, as in the catalogue. */
export type Gallery = {
  has(product: string): boolean
  /** The rank of `product` in the results for a box; infinite if it is missing. */
  rank(picture: Picture, box: Corners, category: string, product: string): Promise<number>
}

const RESULTS = 50

export const createGallery = async (
  engine: VisionEngine,
  folder: string,
  categories: ReadonlyMap<string, string>,
): Promise<Gallery> => {
  const index = new MemoryIndex(vectorDimensions(engine.cards), null)
  const names = new Set<string>()
  const embed = async (picture: Picture, box: Corners) => {
    const { vectors } = await engine.embed(await engine.cut(picture, [box]))
    if (!vectors[0]) throw new Error('The model gave no vector')
    return vectors[0]
  }
  for (const file of await readdir(folder)) {
    const productKey = path.parse(file).name
    const picture = await openPicture(await readFile(path.join(folder, file)))
    const { width, height } = picture.size
    const vector = await embed(picture, { x0: 0, y0: 0, x1: width, y1: height })
    // Products that nobody wears have no known category. They count in all, so that no category gets easier.
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
      const place = hits.findIndex(({ productKey }) => productKey === product)
      return place < 0 ? Infinity : place + 1
    },
  }
}
