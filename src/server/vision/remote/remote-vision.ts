import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createTimeoutSignal } from '#server/core/concurrency/timeouts.ts'
import { toError } from '#server/core/http/errors.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import { visionBusyError, visionUnavailableError } from '#server/vision/model-pool.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import type {
  DetectOutput,
  EmbedOutput,
  ModelOutput,
  ModelSession,
  ModelTask,
  ModelTime,
  ModelOptions,
} from '#shared/vision/model-session.ts'
import { TASK_ASKED, TASK_DONE, type VisionTasksStore } from './vision-tasks.store.ts'

type RemoteSessionDependencies = {
  store: VisionTasksStore
  listener: Listener
  queueLimit: number
  log: Logger
  /** The longest that a task may take, waiting for a worker included. */
  deadlineMs?: number
}

/** Long enough for the only worker to be restarted. */
const DEADLINE_MS = 45_000
/** Tasks are polled at this interval in case a notification was lost. */
const POLL_MS = 500
const SWEEP_MS = MINUTE_MS
const EXPECTED_TASK_MS = 500

/** The models of other processes (`npm run worker`), reached through PostgreSQL. */
export const createRemoteSession = async (
  dependencies: RemoteSessionDependencies,
): Promise<ModelSession> => {
  const { store, listener, queueLimit, log, deadlineMs = DEADLINE_MS } = dependencies
  const closing = new AbortController()
  const wakers = new Map<string, () => void>()
  await listener.listen(TASK_DONE, { onMessage: (id) => wakers.get(id)?.() })
  const sweeping = setInterval(() => {
    store.sweep().catch((err: unknown) => log.warn({ err }, 'Could not remove old vision tasks'))
  }, SWEEP_MS)
  sweeping.unref()

  const waitUntilNotified = async (id: string, signal: AbortSignal) => {
    const waker = new AbortController()
    wakers.set(id, () => waker.abort())
    // A notification ends the wait early; the caller handles an abort.
    const either = AbortSignal.any([waker.signal, signal])
    await delay(POLL_MS, undefined, { signal: either }).catch(() => undefined)
    wakers.delete(id)
  }

  const waitUntilDone = async (id: string, signal: AbortSignal) => {
    for (;;) {
      signal.throwIfAborted()
      const state = await store.state(id)
      if (!state) throw visionUnavailableError('The task is gone')
      if (state.isDone) return
      await waitUntilNotified(id, signal)
    }
  }

  const run = async (task: ModelTask, { signal }: ModelOptions = {}): Promise<ModelOutput> => {
    signal?.throwIfAborted()
    const id = randomUUID()
    const { isAsked, waiting } = await store.enqueue(id, task, queueLimit)
    if (!isAsked) throw visionBusyError(Math.max(1, (waiting * EXPECTED_TASK_MS) / 1_000))
    const deadline = createTimeoutSignal(deadlineMs)
    const signals = [deadline, closing.signal, ...(signal ? [signal] : [])]
    try {
      await waitUntilDone(id, AbortSignal.any(signals))
    } catch (error) {
      await store.remove(id).catch(() => undefined) // The sweep removes it.
      signal?.throwIfAborted()
      if (deadline.aborted) throw visionUnavailableError(`No answer within ${deadlineMs} ms`)
      throw closing.signal.aborted ? visionUnavailableError('closed') : error
    }
    const answer = await store.remove(id)
    const output = answer ? store.answerOf(answer) : { error: 'The task is gone' }
    if ('error' in output) throw visionUnavailableError(output.error)
    return output
  }

  return {
    detect: async (input, options) =>
      (await run({ type: 'detect', ...input }, options)) as DetectOutput & ModelTime,
    embed: async (input, options) =>
      (await run({ type: 'embed', ...input }, options)) as EmbedOutput & ModelTime,
    close: async () => {
      clearInterval(sweeping)
      closing.abort()
    },
  }
}

type TaskWorkerDependencies = {
  store: VisionTasksStore
  session: ModelSession
  listener: Listener
  log: Logger
  /** Tasks at the same time: one per model worker, and one that is being read meanwhile. */
  atOnce: number
  finishWithinMs?: number
}

/** A stopping process has a few seconds. */
const FINISH_WITHIN_MS = 5_000
const RENEW_MS = 1_000
const LEASE_MS = 4_000
const SWEEP_EVERY_RENEWALS = 5

/** Runs the model tasks of servers that have no models of their own. */
export const startTaskWorker = async (dependencies: TaskWorkerDependencies) => {
  const { store, session, listener, log, atOnce, finishWithinMs = FINISH_WITHIN_MS } = dependencies
  const workerId = randomUUID()
  const running = new Map<string, Promise<void>>()
  let isClosed = false
  let renewals = 0

  const answer = async (id: string, task: ModelTask) => {
    const work = task.type === 'detect' ? session.detect(task) : session.embed(task)
    const result = await work.catch((error: unknown) => ({ error: toError(error).message }))
    await store.finish(id, result)
  }

  const report = (message: string) => (err: unknown) => log.error({ err }, message)

  const hasRoom = () => !isClosed && running.size < atOnce

  // One at a time, or more would be taken than there is room for.
  let taking: Promise<void> | null = null
  const takeAll = async () => {
    while (hasRoom()) {
      const taken = await store.take(LEASE_MS)
      if (!taken) return
      const { id, task } = taken
      const done = answer(id, task)
        .catch(report('A vision task could not be answered'))
        .finally(() => {
          running.delete(id)
          scheduleTake()
        })
      running.set(id, done)
    }
  }
  const scheduleTake = () => {
    taking ??= takeAll()
      .catch(report('Could not read vision tasks'))
      .finally(() => {
        taking = null
      })
  }

  const renew = async () => {
    await store.renew(workerId, [...running.keys()], LEASE_MS)
    renewals += 1
    if (renewals % SWEEP_EVERY_RENEWALS === 0) await store.sweep()
    scheduleTake()
  }

  await renew()
  const timer = setInterval(() => {
    renew().catch(report('Could not renew the worker and its tasks'))
  }, RENEW_MS)
  await listener.listen(TASK_ASKED, { onMessage: scheduleTake, onConnected: scheduleTake })

  return {
    /** Accepts no further tasks. Finishes the current ones, or returns them to the queue if that takes too long. */
    close: async () => {
      isClosed = true
      await taking
      const late = new AbortController()
      const { signal } = late
      await Promise.race([
        Promise.all(running.values()),
        delay(finishWithinMs, undefined, { signal }).catch(() => undefined),
      ])
      late.abort()
      clearInterval(timer)
      await store.giveBack([...running.keys()])
      await store.leave(workerId)
    },
  }
}
