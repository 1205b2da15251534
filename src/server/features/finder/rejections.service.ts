import type { ScanProduct } from '#shared/contract/scan.ts'
import type { Box } from '#shared/domain/box.ts'
import type { VisionService } from './vision.service.ts'
import type { RejectedMatches } from './rejections.store.ts'

/** Two looks at one thing: the same photo again, cropped or turned a little. */
const SAME_THING = 0.86

const cosine = (a: Float32Array, b: Float32Array): number => {
  let dot = 0
  let lengths = [0, 0]
  for (const [place, value] of a.entries()) {
    const other = b[place] ?? 0
    dot += value * other
    lengths = [(lengths[0] ?? 0) + value * value, (lengths[1] ?? 0) + other * other]
  }
  const product = Math.sqrt((lengths[0] ?? 0) * (lengths[1] ?? 0))
  return product > 0 ? dot / product : 0
}

type Look = Pick<VisionService, 'vectorOfCrop'>

/** 'Not this': remembered as 'this product is not a thing that looks like that'. */
export const createRejections = (vision: Look, store: RejectedMatches) => ({
  remember: async (
    uid: string,
    photo: Uint8Array,
    bbox: Box,
    productId: string,
    signal: AbortSignal,
  ) => {
    const { vector, version } = await vision.vectorOfCrop(photo, bbox, signal)
    await store.add(uid, version, { productId, vector })
  },

  /** For one scan: leaves out what the person has said is not this. */
  forScan: async (uid: string, photo: Uint8Array, signal: AbortSignal) => {
    const rejected = await store.of(uid)
    return async (bbox: Box, products: readonly ScanProduct[]): Promise<ScanProduct[]> => {
      const suspects = rejected.filter(({ productId }) =>
        products.some(({ id }) => id === productId),
      )
      // Almost always there are none, and nothing is looked at twice.
      if (suspects.length === 0) return [...products]
      const seen = await vision.vectorOfCrop(photo, bbox, signal)
      const isRejected = ({ id }: ScanProduct) =>
        suspects.some(
          ({ productId, version, vector }) =>
            productId === id &&
            version === seen.version &&
            cosine(vector, seen.vector) >= SAME_THING,
        )
      return products.filter((product) => !isRejected(product))
    }
  },
})
export type Rejections = ReturnType<typeof createRejections>
