import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { FoundObject, SimilarProduct } from '#shared/contract/vision.ts'
import type { FinderVision } from '#server/features/finder/finder.ts'

export const foundObject = (id: string, more: Partial<FoundObject> = {}): FoundObject => ({
  id,
  label: 'red dress',
  kind: 'dress',
  category: 'clothing',
  confidence: 0.9,
  bbox: { x: 100, y: 100, width: 100, height: 200 },
  pixelBox: { x: 50, y: 50, width: 50, height: 100 },
  colors: [],
  searchTerms: ['red dress clothing', 'red dress buy'],
  primaryQuery: 'red dress clothing',
  ...more,
})

export const catalogProduct = (id: string, more: Partial<CatalogProduct> = {}): CatalogProduct => ({
  id,
  celebrity_name: 'Ada Vale',
  celebrity_image: '/media/looks/1.jpg',
  name: `Dress ${id}`,
  price: '$120',
  website: `https://www.maison.example/${id}`,
  category: 'clothing',
  brand: 'Maison',
  product_image: `/media/products/${id}.jpg`,
  box: null,
  ...more,
})

export const similarProduct = (id: string, more: Partial<SimilarProduct> = {}): SimilarProduct => ({
  ...catalogProduct(id),
  similarity: 0.9,
  certainty: 'close',
  isAddedByUser: false,
  ...more,
})

type Seen = { object: FoundObject; products: SimilarProduct[] }

/** Sees what it is told to see; `pause` is waited for before the products of each object. */
export const fakeVision = (
  seen: readonly Seen[],
  pause: (signal: AbortSignal | undefined) => Promise<void> = async () => undefined,
): FinderVision & { signals: (AbortSignal | undefined)[] } => {
  const signals: (AbortSignal | undefined)[] = []
  return {
    signals,
    scan: async function* (_, { signal }) {
      signals.push(signal)
      const detections = seen.map(({ object }) => object)
      yield { type: 'detections', picture: { width: 200, height: 200 }, detections }
      for (const { object, products } of seen) {
        await pause(signal)
        signal?.throwIfAborted()
        yield { type: 'products', detectionId: object.id, products }
      }
      yield { type: 'done', detections: detections.length }
    },
    similarToCrop: async () => seen.flatMap(({ products }) => products),
    searchByTerm: async (_, __, count) =>
      seen.flatMap(({ products }) => products.map(({ id }) => catalogProduct(id))).slice(0, count),
    // One box, one direction: two different boxes look nothing alike.
    vectorOfCrop: async (_, box) => {
      const angle = box.x
      return { vector: Float32Array.of(Math.cos(angle), Math.sin(angle)), version: 'test' }
    },
  }
}
