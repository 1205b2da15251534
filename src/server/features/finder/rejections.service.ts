import type { RejectedMatches } from './rejections.store.ts'
import type { Appearance } from './vision.service.ts'

/** Cosine above which two crops show the same object, as in a slightly different crop. */
const SAME_THING = 0.86

const cosine = (a: Float32Array, b: Float32Array): number => {
  let dot = 0
  let lengthA = 0
  let lengthB = 0
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0
    dot += value * other
    lengthA += value * value
    lengthB += other * other
  }
  const lengths = Math.sqrt(lengthA * lengthB)
  return lengths > 0 ? dot / lengths : 0
}

/** 'Not this', remembered by appearance (decision 051). */
export const createRejections = (store: RejectedMatches) => ({
  remember: (uid: string, appearance: Appearance, productId: string) =>
    store.add(uid, { ...appearance, productId }),

  /** Drops products that this user has rejected for similar objects. */
  filterFor: async (uid: string) => {
    const rejected = await store.of(uid)
    return <Product extends { id: string }>(
      seen: Appearance,
      products: readonly Product[],
    ): Product[] =>
      products.filter(
        ({ id }) =>
          !rejected.some(
            ({ productId, version, vector }) =>
              productId === id &&
              version === seen.version &&
              cosine(vector, seen.vector) >= SAME_THING,
          ),
      )
  },
})
export type Rejections = ReturnType<typeof createRejections>
