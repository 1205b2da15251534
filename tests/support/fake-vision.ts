import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { DetectedObject, SimilarProduct } from '#shared/contract/vision.ts'
import type { FinderVision } from '#server/features/finder/vision.service.ts'

export const foundObject = (id: string, more: Partial<DetectedObject> = {}): DetectedObject => ({
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

type FakeObject = { object: DetectedObject; products: SimilarProduct[] }

/** One box, one direction: two different boxes look nothing alike. */
const appearance = ({ x }: { x: number }) => ({
  vector: Float32Array.of(Math.cos(x), Math.sin(x)),
  version: 'test',
})

/** Detects the given objects; `pause` is awaited before the products of each object. */
export const fakeVision = (
  objects: readonly FakeObject[],
  pause: (signal: AbortSignal) => Promise<void> = async () => undefined,
): FinderVision & { signals: AbortSignal[] } => {
  const signals: AbortSignal[] = []
  return {
    signals,
    detect: async (_, signal, onBoxes) => {
      signals.push(signal)
      const boxes = objects.map(({ object }) => ({ ...object, label: object.kind }))
      onBoxes?.(boxes, [])
      const squares = { pixels: new Uint8Array(), side: 0, contentSizes: [] }
      return { detections: objects.map(({ object }) => object), squares }
    },
    findProducts: async function* (_, __, signal) {
      for (const [index, { object, products }] of objects.entries()) {
        await pause(signal)
        signal.throwIfAborted()
        yield { index, appearance: appearance(object.bestSeen ?? object.bbox), products }
      }
    },
    similarToCrop: async (_, box, __, { category }) => ({
      appearance: appearance(box ?? { x: 0 }),
      products: objects
        .flatMap(({ products }) => products)
        .filter((product) => category === undefined || product.category === category),
    }),
    appearanceOf: async (_, box) => appearance(box ?? { x: 0 }),
  }
}
