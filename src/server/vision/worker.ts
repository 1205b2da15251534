import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { closeThreadOnRequest } from '#server/core/concurrency/threads.ts'
import { toError } from '#server/core/http/errors.ts'
import { type ModelName, type Models, runModels } from '#shared/vision/model-runs.ts'
import type { ModelOutput } from '#shared/vision/model-session.ts'
import { readModelCards } from './node-engine.ts'
import type { WorkerReply, WorkerRequest, ModelWorkerOptions } from './model-pool.ts'

/** Runs the models in a worker thread, because onnxruntime blocks the event loop while it computes. */

if (!parentPort) throw new Error('This file runs as a worker only')
const port = parentPort
closeThreadOnRequest(port)
const { modelDir, threads } = workerData as ModelWorkerOptions

const options: InferenceSession.SessionOptions = {
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  // onnxruntime would keep a memory plan for each photo shape forever, 150 MB in all.
  enableMemPattern: false,
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
  // Spinning threads would take CPU time from other requests.
  extra: { session: { intra_op: { allow_spinning: '0' } } },
}

const loadModels = async (): Promise<Models> => {
  const open = (name: string) => InferenceSession.create(path.join(modelDir, name), options)
  const sessions: Record<ModelName, InferenceSession> = {
    detector: await open('detector.onnx'),
    judge: await open('judge.onnx'),
    embedder: await open('embedder.onnx'),
    words: await open('words.onnx'),
  }
  return {
    cards: await readModelCards(modelDir),
    run: (model, feeds) =>
      sessions[model].run(
        Object.fromEntries(
          Object.entries(feeds).map(([name, { data, dims }]) => [
            name,
            new Tensor('float32', data, dims),
          ]),
        ),
      ),
  }
}

const listBuffers = (output: ModelOutput) =>
  Object.values(output).flatMap((value) =>
    ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [],
  )

const sendReply = (message: WorkerReply, transfer: ArrayBuffer[] = []) =>
  port.postMessage(message, transfer)

try {
  const models = await loadModels()
  port.on('message', ({ id, task }: WorkerRequest) => {
    runModels(models, task).then(
      (output) => sendReply({ type: 'done', id, output }, listBuffers(output)),
      (error: unknown) => sendReply({ type: 'failed', id, reason: toError(error).message }),
    )
  })
  sendReply({ type: 'ready' })
} catch (error) {
  sendReply({ type: 'unavailable', reason: toError(error).message })
  port.close()
}
