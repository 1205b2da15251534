import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { ThreadData } from '#server/threads/open-thread.ts'
import { writePlanar } from './image-ops.ts'
import { type ModelCards, readModelCards } from './model-cards.ts'
import { type CloseUps, type Proposal, secondLook } from './second-look.ts'
import type {
  DetectInput,
  DetectOutput,
  EmbedInput,
  EmbedOutput,
  ModelOutput,
  ModelTask,
  Timed,
  WorkerReply,
  WorkerRequest,
  WorkerSettings,
} from './session-messages.ts'

/** Runs the models in a thread of its own: onnxruntime blocks the event loop for as long as it computes. */

if (!parentPort) throw new Error('This file runs as a worker only')
const port = parentPort
const { modelDir, threads } = (workerData as ThreadData<WorkerSettings>).settings

const options: InferenceSession.SessionOptions = {
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
  // Threads that spin while they wait would take the cores from whoever else the server serves.
  extra: { session: { intra_op: { allow_spinning: '0' } } },
}

type Models = {
  cards: ModelCards
  detector: InferenceSession
  judge: InferenceSession
  embedder: InferenceSession
}

const load = async (): Promise<Models> => {
  const open = (name: string) => InferenceSession.create(path.join(modelDir, name), options)
  const cards = await readModelCards(modelDir)
  return {
    cards,
    detector: await open('detector.onnx'),
    judge: await open('judge.onnx'),
    embedder: await open('embedder.onnx'),
  }
}

const floats = (tensor: Tensor | undefined, name: string) => {
  if (!(tensor?.data instanceof Float32Array))
    throw new Error(`The model gave no floats as ${name}`)
  return Float32Array.from(tensor.data)
}

/** Runs a model and counts the time inside it. */
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
  const judged = await secondLook(
    { pixels, size },
    proposals,
    async ({ crops, shares, count }: CloseUps) => {
      const { certainties } = await time.run(judge, {
        crops: new Tensor('float32', crops, [count, 3, side, side]),
        shares: new Tensor('float32', shares, [count, 2]),
      })
      return floats(certainties, 'certainties')
    },
    cards.judge,
  )
  return {
    boxes: Float32Array.from(judged.flatMap(({ box: { x0, y0, x1, y1 } }) => [x0, y0, x1, y1])),
    scores: Float32Array.from(judged, ({ score }) => score),
    kinds: Int32Array.from(judged, ({ kind }) => kind),
    modelMs: time.read(),
  }
}

const embed = async (
  { cards, embedder }: Models,
  { pixels, count }: EmbedInput,
): Promise<EmbedOutput & Timed> => {
  const time = stopwatch()
  const side = cards.embedder.inputSize
  const bytes = side * side * 3
  const input = new Float32Array(count * bytes)
  for (let crop = 0; crop < count; crop += 1)
    writePlanar(
      pixels.subarray(crop * bytes, (crop + 1) * bytes),
      { width: side, height: side },
      input.subarray(crop * bytes, (crop + 1) * bytes),
    )
  const { vectors } = await time.run(embedder, {
    crops: new Tensor('float32', input, [count, 3, side, side]),
  })
  return { vectors: floats(vectors, 'vectors'), modelMs: time.read() }
}

const run = (models: Models, task: ModelTask): Promise<ModelOutput> =>
  task.type === 'detect' ? detect(models, task) : embed(models, task)

const buffersOf = (output: ModelOutput) =>
  Object.values(output).flatMap((value) =>
    ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [],
  )

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const reply = (message: WorkerReply, transfer: ArrayBuffer[] = []) =>
  port.postMessage(message, transfer)

try {
  const models = await load()
  port.on('message', ({ id, task }: WorkerRequest) => {
    run(models, task).then(
      (output) => reply({ type: 'done', id, output }, buffersOf(output)),
      (error: unknown) => reply({ type: 'failed', id, reason: reasonOf(error) }),
    )
  })
  reply({ type: 'ready' })
} catch (error) {
  reply({ type: 'unavailable', reason: reasonOf(error) })
  port.close()
}
