import { createDetector, type DetectOptions, type DetectedBox } from './detector.ts'
import type { Corners } from './image-ops.ts'
import type { ModelCards } from './model-cards.ts'
import type { CropModel, ModelSession, ModelOptions, ModelTime } from './model-session.ts'
import type { RawPicture, PictureScaler, Squares } from './picture.ts'
import { createVectorComposer } from './likeness.ts'

/** The port through which everything else uses the models, on the server and in the browser. */
export type VisionEngine = {
  cards: ModelCards
  /** `weakerBoxes`: possible further objects, the likeliest first; `offers`: those worth asking about. */
  detect(
    picture: RawPicture,
    options?: DetectOptions,
  ): Promise<
    { boxes: DetectedBox[]; weakerBoxes: DetectedBox[]; offers: DetectedBox[] } & ModelTime
  >
  /** Squares around the boxes, for embedding, words and colours. */
  cut(picture: RawPicture, boxes: readonly Corners[]): Promise<Squares>
  /** One unit vector per square. */
  embed(squares: Squares, options?: ModelOptions): Promise<{ vectors: Float32Array[] } & ModelTime>
  /** The probabilities of all words, per square; `sureWords` reads them. */
  describe(squares: Squares, options?: ModelOptions): Promise<{ rows: Float32Array[] } & ModelTime>
  close(): Promise<void>
}

export const createEngine = (
  session: ModelSession,
  scaler: PictureScaler,
  cards: ModelCards,
): VisionEngine => ({
  cards,
  detect: createDetector(session, scaler, cards),
  ...createEmbedder(session, scaler, cards),
  close: () => session.close(),
})

/** Crops per run; larger batches would make users wait behind background work. */
const BATCH = 8

/** Cuts crops, and runs the models that take them in batches. */
const createEmbedder = (
  session: ModelSession,
  { cutSquares }: Pick<PictureScaler, 'cutSquares'>,
  cards: ModelCards,
) => {
  const { embedder: card } = cards
  const withWords = createVectorComposer(cards)
  const squareBytes = card.inputSize * card.inputSize * 3
  const run = async (model: CropModel, squares: Squares, options: ModelOptions = {}) => {
    const count = squares.contentSizes.length
    const rows: Float32Array[] = []
    let modelMs = 0
    for (let first = 0; first < count; first += BATCH) {
      const size = Math.min(BATCH, count - first)
      const pixels = squares.pixels.slice(first * squareBytes, (first + size) * squareBytes)
      const output = await session.embed({ model, pixels, count: size }, options)
      modelMs += output.modelMs
      const length = output.rows.length / size
      for (let index = 0; index < size; index += 1)
        rows.push(output.rows.slice(index * length, (index + 1) * length))
    }
    return { rows, modelMs }
  }
  return {
    cut: (picture: RawPicture, boxes: readonly Corners[]) =>
      cutSquares(picture, boxes, card.cropMargin, card.inputSize),

    embed: async (squares: Squares, options?: ModelOptions) => {
      const appearance = await run('embedder', squares, options)
      const words = squares.rows ? null : await run('words', squares, options)
      const rows = squares.rows ?? words?.rows ?? []
      const vectors = appearance.rows.map((vector, at) =>
        withWords(vector, rows[at] ?? new Float32Array()),
      )
      return { vectors, modelMs: appearance.modelMs + (words?.modelMs ?? 0) }
    },

    describe: (squares: Squares, options?: ModelOptions) => run('words', squares, options),
  }
}
