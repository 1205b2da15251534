import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadData } from '#server/threads/open-thread.ts'
import type { WorkerReply, WorkerRequest, WorkerSettings } from '#server/vision/session-messages.ts'
import { SCRIPT } from './model-script.ts'

/** Stands in for the models: the crop count says what happens. */

const { modelDir } = (workerData as ThreadData<WorkerSettings>).settings
const reply = (message: WorkerReply) => parentPort?.postMessage(message)

if (modelDir === 'broken') throw new Error('no models here')

parentPort?.on('message', async ({ id, task }: WorkerRequest) => {
  const count = task.type === 'embed' ? task.count : 0
  if (count === SCRIPT.crash) process.exit(9)
  if (count === SCRIPT.fail) return reply({ type: 'failed', id, reason: 'odd tensor' })
  await wait(20)
  reply({
    type: 'done',
    id,
    output: { vectors: Float32Array.of(count, task.pixels.length), modelMs: 1 },
  })
})
reply({ type: 'ready' })
