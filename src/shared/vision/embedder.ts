import type { Corners } from './image-ops.ts'
import { createLikeness } from './likeness.ts'
import type { ModelCards } from './model-cards.ts'
import type { CropModel, ModelSession, RunOptions } from './model-session.ts'
import type { Picture, PictureScaler, Squares } from './picture.ts'

/** Crops per run; larger batches would make users wait behind background work. */
const BATCH = 8

/** Cuts crops, and runs the models that take them in batches. */
export const createEmbedder = (
  session: ModelSession,
  { cutSquares }: Pick<PictureScaler, 'cutSquares'>,
  cards: ModelCards,
) => {
  const { embedder: card } = cards
  const withWords = createLikeness(cards)
  const squareBytes = card.inputSize * card.inputSize * 3
  const run = async (model: CropModel, squares: Squares, options: RunOptions = {}) => {
    const count = squares.contentSizes.length
    const rows: Float32Array[] = []
    let modelMs = 0
    for (let first = 0; first < count; first += BATCH) {
      const size = Math.min(BATCH, count - first)
      const pixels = squares.pixels.slice(first * squareBytes, (first + size) * squareBytes)
      const output = await session.embed({ model, pixels, count: size }, options)
      modelMs += output.modelMs
      const length = output.rows.length / size
      for (let place = 0; place < size; place += 1)
        rows.push(output.rows.slice(place * length, (place + 1) * length))
    }
    return { rows, modelMs }
  }
  return {
    cut: (picture: Picture, boxes: readonly Corners[]) =>
      cutSquares(picture, boxes, card.cropMargin, card.inputSize),

    embed: async (squares: Squares, options?: RunOptions) => {
      const seen = await run('embedder', squares, options)
      const described = squares.rows ? null : await run('words', squares, options)
      const rows = squares.rows ?? described?.rows ?? []
      const vectors = seen.rows.map((one, at) => withWords(one, rows[at] ?? new Float32Array()))
      return { vectors, modelMs: seen.modelMs + (described?.modelMs ?? 0) }
    },

    describe: (squares: Squares, options?: RunOptions) => run('words', squares, options),
  }
}
