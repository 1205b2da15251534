import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Listener } from '#server/core/jobs/listener.ts'
import type { ModelSession } from '#server/vision/session.ts'
import type { ModelTask } from '#server/vision/session-messages.ts'
import { TASK_ASKED, type VisionTasksStore } from './vision-tasks.store.ts'

type Parts = {
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
export const startTaskWorker = async (parts: Parts) => {
  const { store, session, listener, log, atOnce, finishWithinMs = FINISH_WITHIN_MS } = parts
  const workerId = randomUUID()
  const running = new Map<string, Promise<void>>()
  let isClosed = false
  let renewals = 0

  const answer = async (id: string, task: ModelTask) => {
    const work = task.type === 'detect' ? session.detect(task) : session.embed(task)
    const result = await work.catch((error: unknown) => ({
      error: error instanceof Error ? error.message : String(error),
    }))
    await store.finish(id, result)
  }

  const report = (what: string) => (err: unknown) => log.error({ err }, what)

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
          takeSoon()
        })
      running.set(id, done)
    }
  }
  const takeSoon = () => {
    taking ??= takeAll()
      .catch(report('Vision tasks could not be read'))
      .finally(() => {
        taking = null
      })
  }

  const renew = async () => {
    await store.renew(workerId, [...running.keys()], LEASE_MS)
    renewals += 1
    if (renewals % SWEEP_EVERY_RENEWALS === 0) await store.sweep()
    takeSoon()
  }

  await renew()
  const timer = setInterval(() => {
    renew().catch(report('The worker could not say that it is alive'))
  }, RENEW_MS)
  await listener.listen(TASK_ASKED, { onMessage: takeSoon, onConnected: takeSoon })

  return {
    /** Takes no more, and finishes what it has or, where that takes long, gives it back. */
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
