import type { Corners } from './image-ops.ts'
import type { EmbedderCard } from './model-cards.ts'
import { cutSquares, type Picture, type Squares } from './picture.ts'
import type { ModelSession, RunOptions } from './session.ts'

/** Crops per run; larger batches would make users wait behind background work. */
const BATCH = 8

/** Cuts crops and embeds them in batches. */
export const createEmbedder = (session: ModelSession, card: EmbedderCard) => {
  const squareBytes = card.inputSize * card.inputSize * 3
  return {
    cut: (picture: Picture, boxes: readonly Corners[]) =>
      cutSquares(picture, boxes, card.cropMargin, card.inputSize),

    embed: async ({ pixels: squares, shown }: Squares, options: RunOptions = {}) => {
      const count = shown.length
      const vectors: Float32Array[] = []
      let modelMs = 0
      for (let first = 0; first < count; first += BATCH) {
        const last = Math.min(first + BATCH, count)
        const pixels = squares.slice(first * squareBytes, last * squareBytes)
        const output = await session.embed({ pixels, count: last - first }, options)
        modelMs += output.modelMs
        for (let place = 0; place < last - first; place += 1)
          vectors.push(output.vectors.slice(place * card.dimensions, (place + 1) * card.dimensions))
      }
      return { vectors, modelMs }
    },
  }
}
