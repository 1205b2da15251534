import { type InferenceSession, Tensor } from 'onnxruntime-node'
import { writePlanar } from './image-ops.ts'
import type { ModelCards } from './model-cards.ts'
import { type CloseUps, type Proposal, secondLook } from './second-look.ts'
import type {
  DetectInput,
  DetectOutput,
  EmbedInput,
  EmbedOutput,
  ModelOutput,
  ModelTask,
  Timed,
} from './session.ts'

/** Runs the models on pixels, inside the model thread. */

export type Models = {
  cards: ModelCards
  detector: InferenceSession
  judge: InferenceSession
  embedder: InferenceSession
  words: InferenceSession
}

const OUTPUT = { embedder: 'vectors', words: 'words' } as const

const floats = (tensor: Tensor | undefined, name: string) => {
  if (!(tensor?.data instanceof Float32Array))
    throw new Error(`The model gave no floats as ${name}`)
  return Float32Array.from(tensor.data)
}

/** Larger batches are no faster per crop and take memory that onnxruntime never releases. */
const JUDGED_AT_ONCE = 8

const stopwatch = () => {
  let modelMs = 0
  return {
    run: async (session: InferenceSession, feeds: Record<string, Tensor>) => {
      const started = performance.now()
      const output = await session.run(feeds)
      modelMs += performance.now() - started
      return output
    },
    read: () => modelMs,
  }
}

const detect = async (
  { cards, detector, judge }: Models,
  { pixels, size, canvas }: DetectInput,
): Promise<DetectOutput & Timed> => {
  const time = stopwatch()
  const input = new Float32Array(3 * canvas.width * canvas.height)
  writePlanar(pixels, size, input, canvas)
  const output = await time.run(detector, {
    image: new Tensor('float32', input, [1, 3, canvas.height, canvas.width]),
  })
  const boxes = floats(output['boxes'], 'boxes')
  const kinds = Array.from(output['kinds']?.data as BigInt64Array, Number)
  const proposals = Array.from(floats(output['scores'], 'scores'), (score, place): Proposal => {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = boxes.subarray(place * 4, place * 4 + 4)
    return { box: { x0, y0, x1, y1 }, kind: kinds[place] ?? 0, score }
  }).filter(({ score }) => score > 0)

  const side = cards.judge.inputSize
  const closeUpFloats = 3 * side * side
  const judgeCloseUps = async ({ crops, shares, count }: CloseUps) => {
    const kindCount = cards.detector.kinds.length
    const all = new Float32Array(count * kindCount)
    for (let first = 0; first < count; first += JUDGED_AT_ONCE) {
      const last = Math.min(first + JUDGED_AT_ONCE, count)
      const part = crops.subarray(first * closeUpFloats, last * closeUpFloats)
      const { certainties } = await time.run(judge, {
        crops: new Tensor('float32', part, [last - first, 3, side, side]),
        shares: new Tensor('float32', shares.subarray(first * 2, last * 2), [last - first, 2]),
      })
      const rows = floats(certainties, 'certainties')
      if (rows.length !== (last - first) * kindCount)
        throw new Error('The judge knows other kinds than the detector')
      all.set(rows, first * kindCount)
    }
    return all
  }
  const judged = await secondLook({ pixels, size }, proposals, judgeCloseUps, cards.judge)
  return { proposals: judged, modelMs: time.read() }
}

const embed = async (
  models: Models,
  { model, pixels, count }: EmbedInput,
): Promise<EmbedOutput & Timed> => {
  const time = stopwatch()
  const side = models.cards.embedder.inputSize
  const bytes = side * side * 3
  const input = new Float32Array(count * bytes)
  for (let crop = 0; crop < count; crop += 1)
    writePlanar(
      pixels.subarray(crop * bytes, (crop + 1) * bytes),
      { width: side, height: side },
      input.subarray(crop * bytes, (crop + 1) * bytes),
    )
  const output = await time.run(models[model], {
    crops: new Tensor('float32', input, [count, 3, side, side]),
  })
  return { rows: floats(output[OUTPUT[model]], OUTPUT[model]), modelMs: time.read() }
}

export const runModels = (models: Models, task: ModelTask): Promise<ModelOutput> =>
  task.type === 'detect' ? detect(models, task) : embed(models, task)
