import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { ThreadData } from '#server/threads/open-thread.ts'
import { writePlanar } from './image-ops.ts'
import { type ModelCards, readModelCards } from './model-cards.ts'
import type {
  ModelOutput,
  ModelTask,
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

type Models = { cards: ModelCards; detector: InferenceSession; embedder: InferenceSession }

const load = async (): Promise<Models> => {
  const open = (name: string) => InferenceSession.create(path.join(modelDir, name), options)
  const cards = await readModelCards(modelDir)
  return { cards, detector: await open('detector.onnx'), embedder: await open('embedder.onnx') }
}

const floats = (tensor: Tensor | undefined, name: string) => {
  if (!(tensor?.data instanceof Float32Array))
    throw new Error(`The model gave no floats as ${name}`)
  return Float32Array.from(tensor.data)
}

const run = async (models: Models, task: ModelTask): Promise<ModelOutput> => {
  if (task.type === 'detect') {
    const { canvas } = task
    const input = new Float32Array(3 * canvas.width * canvas.height)
    writePlanar(task.pixels, task.size, input, canvas)
    const started = performance.now()
    const { boxes, scores, kinds } = await models.detector.run({
      image: new Tensor('float32', input, [1, 3, canvas.height, canvas.width]),
    })
    const modelMs = performance.now() - started
    return {
      boxes: floats(boxes, 'boxes'),
      scores: floats(scores, 'scores'),
      kinds: Int32Array.from(kinds?.data as BigInt64Array, Number),
      modelMs,
    }
  }
  const side = models.cards.embedder.inputSize
  const bytes = side * side * 3
  const input = new Float32Array(task.count * bytes)
  for (let crop = 0; crop < task.count; crop += 1)
    writePlanar(
      task.pixels.subarray(crop * bytes, (crop + 1) * bytes),
      { width: side, height: side },
      input.subarray(crop * bytes, (crop + 1) * bytes),
    )
  const started = performance.now()
  const { vectors } = await models.embedder.run({
    crops: new Tensor('float32', input, [task.count, 3, side, side]),
  })
  const modelMs = performance.now() - started
  return { vectors: floats(vectors, 'vectors'), modelMs }
}

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
