import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { closeThreadOnRequest } from '#server/core/concurrency/threads.ts'
import type { WorkerReply, WorkerRequest, ModelWorkerOptions } from '#server/vision/model-pool.ts'
import { SCRIPT } from './model-script.ts'

/** Replaces the models; the crop count selects the behaviour. */

const { modelDir } = workerData as ModelWorkerOptions
if (!parentPort) throw new Error('This file runs as a worker only')
const port = parentPort
closeThreadOnRequest(port)
const reply = (message: WorkerReply) => port.postMessage(message)

if (modelDir === 'broken') throw new Error('no models here')

const answer = async ({ id, task }: WorkerRequest) => {
  const count = task.type === 'embed' ? task.count : 0
  if (count === SCRIPT.crash) process.exit(9)
  if (count === SCRIPT.fail) return reply({ type: 'failed', id, reason: 'odd tensor' })
  await wait(20)
  const rows = Float32Array.of(count, task.pixels.length)
  reply({ type: 'done', id, output: { rows, modelMs: 1 } })
}

port.on('message', (request: WorkerRequest) => void answer(request))
reply({ type: 'ready' })
