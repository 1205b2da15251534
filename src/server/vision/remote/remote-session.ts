import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Listener } from '#server/core/jobs/listener.ts'
import { busy, type ModelSession, type RunOptions, unavailable } from '#server/vision/session.ts'
import type {
  DetectOutput,
  EmbedOutput,
  ModelOutput,
  ModelTask,
  Timed,
} from '#server/vision/session-messages.ts'
import { lastingTimeout } from '#server/core/concurrency/timeouts.ts'
import { TASK_DONE, type VisionTasksStore } from './vision-tasks.store.ts'

type Settings = {
  store: VisionTasksStore
  listener: Listener
  queueLimit: number
  log: Logger
  /** The longest that a task may take, waiting for a worker included. */
  deadlineMs?: number
}

/** Long enough for the only worker to be restarted. */
const DEADLINE_MS = 45_000
/** In case a notification was lost. */
const LOOK_AGAIN_MS = 500
const SWEEP_MS = 60_000
const USUAL_MS = 500

/** The models of other processes (`npm run worker`), reached through PostgreSQL. */
export const createRemoteSession = async (settings: Settings): Promise<ModelSession> => {
  const { store, listener, queueLimit, log, deadlineMs = DEADLINE_MS } = settings
  const closing = new AbortController()
  const wakers = new Map<string, () => void>()
  await listener.listen(TASK_DONE, { onMessage: (id) => wakers.get(id)?.() })
  const sweeping = setInterval(() => {
    store.sweep().catch((err: unknown) => log.warn({ err }, 'Old vision tasks were not removed'))
  }, SWEEP_MS)
  sweeping.unref()

  const untilTold = async (id: string, signal: AbortSignal) => {
    const told = new AbortController()
    wakers.set(id, () => told.abort())
    // Being told ends the wait early; an abort is handled by the caller.
    const either = AbortSignal.any([told.signal, signal])
    await delay(LOOK_AGAIN_MS, undefined, { signal: either }).catch(() => undefined)
    wakers.delete(id)
  }

  const untilDone = async (id: string, signal: AbortSignal) => {
    for (;;) {
      signal.throwIfAborted()
      const state = await store.state(id)
      if (!state) throw unavailable('The task is gone')
      if (state.isDone) return
      await untilTold(id, signal)
    }
  }

  const run = async (task: ModelTask, { signal }: RunOptions = {}): Promise<ModelOutput> => {
    signal?.throwIfAborted()
    const id = randomUUID()
    const { isAsked, waiting } = await store.ask(id, task, queueLimit)
    if (!isAsked) throw busy(Math.max(1, (waiting * USUAL_MS) / 1_000))
    const deadline = lastingTimeout(deadlineMs)
    const signals = [deadline, closing.signal, ...(signal ? [signal] : [])]
    try {
      await untilDone(id, AbortSignal.any(signals))
    } catch (error) {
      await store.remove(id).catch(() => undefined) // The sweep removes it.
      signal?.throwIfAborted()
      if (deadline.aborted) throw unavailable(`No answer within ${deadlineMs} ms`)
      throw closing.signal.aborted ? unavailable('closed') : error
    }
    const answer = await store.remove(id)
    const output = answer ? store.answerOf(answer) : { error: 'The task is gone' }
    if ('error' in output) throw unavailable(output.error)
    return output
  }

  return {
    detect: async (input, options) =>
      (await run({ type: 'detect', ...input }, options)) as DetectOutput & Timed,
    embed: async (input, options) =>
      (await run({ type: 'embed', ...input }, options)) as EmbedOutput & Timed,
    close: async () => {
      clearInterval(sweeping)
      closing.abort()
    },
  }
}
