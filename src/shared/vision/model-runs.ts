import { writePlanar } from './image-ops.ts'
import type { ModelCards } from './model-cards.ts'
import { type CloseUps, type BoxProposal, rescoreBoxes } from './rescore-boxes.ts'
import type {
  DetectInput,
  DetectOutput,
  EmbedInput,
  EmbedOutput,
  ModelOutput,
  ModelTask,
  ModelTime,
} from './model-session.ts'

/** Runs the models on pixels, inside the model thread of a server or a worker of the browser. */

export type ModelName = 'detector' | 'judge' | 'embedder' | 'words'

/** The port to onnxruntime, whose packages for Node and for browsers differ. */
type Input = { data: Float32Array; dims: readonly number[] }
export type RunModel = (
  model: ModelName,
  feeds: Record<string, Input>,
) => Promise<Record<string, { data: unknown } | undefined>>

export type Models = { cards: ModelCards; run: RunModel }

const OUTPUT = { embedder: 'vectors', words: 'words' } as const

const copyFloats = (tensor: { data: unknown } | undefined, name: string) => {
  if (!(tensor?.data instanceof Float32Array))
    throw new Error(`The model gave no floats as ${name}`)
  return Float32Array.from(tensor.data)
}

/** Larger batches are no faster per crop and take memory that onnxruntime never releases. */
const JUDGED_AT_ONCE = 8

const timeRuns = ({ run }: Models) => {
  let modelMs = 0
  return {
    run: async (...input: Parameters<RunModel>) => {
      const startMs = performance.now()
      const output = await run(...input)
      modelMs += performance.now() - startMs
      return output
    },
    read: () => modelMs,
  }
}

const runDetector = async (
  models: Models,
  { pixels, size, canvas }: DetectInput,
): Promise<DetectOutput & ModelTime> => {
  const { cards } = models
  const time = timeRuns(models)
  const input = new Float32Array(3 * canvas.width * canvas.height)
  writePlanar(pixels, size, input, canvas)
  const output = await time.run('detector', {
    image: { data: input, dims: [1, 3, canvas.height, canvas.width] },
  })
  const boxes = copyFloats(output['boxes'], 'boxes')
  const kinds = Array.from(output['kinds']?.data as BigInt64Array, Number)
  const proposals = Array.from(
    copyFloats(output['scores'], 'scores'),
    (score, index): BoxProposal => {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = boxes.subarray(index * 4, index * 4 + 4)
      return { box: { x0, y0, x1, y1 }, kind: kinds[index] ?? 0, score }
    },
  ).filter(({ score }) => score > 0)

  const side = cards.judge.inputSize
  const closeUpFloats = 3 * side * side
  const judgeCloseUps = async ({ crops, shares, count }: CloseUps) => {
    const kindCount = cards.detector.kinds.length
    const all = new Float32Array(count * kindCount)
    for (let first = 0; first < count; first += JUDGED_AT_ONCE) {
      const last = Math.min(first + JUDGED_AT_ONCE, count)
      const part = crops.subarray(first * closeUpFloats, last * closeUpFloats)
      const { certainties } = await time.run('judge', {
        crops: { data: part, dims: [last - first, 3, side, side] },
        shares: { data: shares.subarray(first * 2, last * 2), dims: [last - first, 2] },
      })
      const rows = copyFloats(certainties, 'certainties')
      if (rows.length !== (last - first) * kindCount)
        throw new Error('The judge knows other kinds than the detector')
      all.set(rows, first * kindCount)
    }
    return all
  }
  const judgedProposals = await rescoreBoxes(
    { pixels, size },
    proposals,
    judgeCloseUps,
    cards.judge,
  )
  return { proposals: judgedProposals, modelMs: time.read() }
}

const runEmbedder = async (
  models: Models,
  { model, pixels, count }: EmbedInput,
): Promise<EmbedOutput & ModelTime> => {
  const time = timeRuns(models)
  const side = models.cards.embedder.inputSize
  const bytes = side * side * 3
  const input = new Float32Array(count * bytes)
  for (let crop = 0; crop < count; crop += 1)
    writePlanar(
      pixels.subarray(crop * bytes, (crop + 1) * bytes),
      { width: side, height: side },
      input.subarray(crop * bytes, (crop + 1) * bytes),
    )
  const output = await time.run(model, {
    crops: { data: input, dims: [count, 3, side, side] },
  })
  return { rows: copyFloats(output[OUTPUT[model]], OUTPUT[model]), modelMs: time.read() }
}

export const runModels = (models: Models, task: ModelTask): Promise<ModelOutput> =>
  task.type === 'detect' ? runDetector(models, task) : runEmbedder(models, task)
