import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { SCAN } from '#shared/constants.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import { createRunningScans, type ScanWork } from './running-scans.ts'
import { createScanOutbox, type ScanOutbox } from './scan-outbox.ts'
import { SCAN_CANCELLED, SCAN_SAID, type ScansStore } from './scans.store.ts'

const RENEW_MS = 1_000
const SWEEP_MS = 60_000
/** In case a notification was lost. */
const LOOK_AGAIN_MS = 1_000
const PER_OWNER = 3

const LOST = 'The server that scanned this photo has stopped. Please try again.'

type Parts = { store: ScansStore; log: Logger; describeFailure: (error: unknown) => string }

/**
 * Scans that every server can follow, resume and cancel, whichever of them runs the work: events go
 * through PostgreSQL. A reader on the server that runs a scan does not wait for the database.
 */
export const createSharedScans = ({ store, log, describeFailure }: Parts) => {
  const outboxes = new Map<string, ScanOutbox>()
  const wakers = new Map<string, Set<() => void>>()
  const closing = new AbortController()

  /** Whatever fails here, the sweep removes it. */
  const forget = (id: string) =>
    store
      .forget(id)
      .catch((err: unknown) => log.warn({ err }, 'A visitor’s scan could not be removed'))

  const running = createRunningScans(
    describeFailure,
    { perOwner: PER_OWNER },
    {
      said: (id, event) => outboxes.get(id)?.add(event),
      ended: async (id) => {
        await outboxes.get(id)?.end()
        outboxes.delete(id)
      },
      isReadElsewhere: (id) => store.isRead(id, SCAN.resumeWithinMs),
      left: forget,
    },
  )

  const every = (ms: number, what: string, work: () => Promise<void>) => {
    const timer = setInterval(() => {
      work().catch((err: unknown) => log.warn({ err }, what))
    }, ms)
    timer.unref()
    return timer
  }
  const timers = [
    every(RENEW_MS, 'Running scans could not be renewed', async () => {
      if (outboxes.size === 0) return
      for (const id of await store.renew([...outboxes.keys()])) running.stop(id)
    }),
    every(SWEEP_MS, 'Old scans could not be removed', () => store.sweep()),
  ]

  /** Until the scan says something, or for a while. */
  const untilSaid = async (id: string) => {
    const woken = new AbortController()
    const wake = () => woken.abort()
    const group = wakers.get(id) ?? new Set()
    wakers.set(id, group.add(wake))
    const signal = AbortSignal.any([woken.signal, closing.signal])
    await delay(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined)
    group.delete(wake)
    if (group.size === 0) wakers.delete(id)
  }

  const nextEvents = async (
    owner: string | null,
    id: string,
    after: number,
    isWanted: () => boolean,
  ): Promise<ScanEvent[]> => {
    while (isWanted() && !closing.signal.aborted) {
      const state = await store.touch(owner, id)
      const events = await store.eventsAfter(id, after)
      // Read after the state: the last event was written before the end.
      if (events.length > 0 || !state || state.isOver) return events
      if (state.isLost) await store.giveUp(id, LOST)
      else await untilSaid(id)
    }
    return []
  }

  /** A scan that runs on another server. */
  const follow = async (owner: string | null, id: string, after: number) => {
    if (!(await store.touch(owner, id))) return null
    let seen = after
    let isWanted = true
    return new ReadableStream<ScanEvent>({
      pull: async (controller) => {
        const events = await nextEvents(owner, id, seen, () => isWanted)
        if (!isWanted) return
        for (const event of events) controller.enqueue(event)
        const last = events.at(-1)
        if (!last || last.type === 'done' || last.type === 'failed') return controller.close()
        seen = last.seq
      },
      cancel: () => {
        isWanted = false
        for (const wake of wakers.get(id) ?? []) wake()
      },
    })
  }

  return {
    listenOn: async (listener: Listener) => {
      await listener.listen(SCAN_CANCELLED, { onMessage: (id) => running.stop(id) })
      await listener.listen(SCAN_SAID, {
        onMessage: (id) => {
          for (const wake of wakers.get(id) ?? []) wake()
        },
      })
    },

    /** Without an owner, whoever knows the id may read and cancel it. */
    start: async (
      owner: string | null,
      work: ScanWork,
    ): Promise<ReadableStream<ScanEvent> | null> => {
      const id = randomUUID()
      await store.start(id, owner, PER_OWNER)
      outboxes.set(id, createScanOutbox(store, log, id))
      running.start(owner, work, id)
      return running.read(owner, id, 0)
    },

    /** The events after number `after`, as they come; null if the owner has no such scan. */
    read: async (owner: string | null, id: string, after: number) =>
      running.read(owner, id, after) ?? follow(owner, id, after),

    /** False if the owner has no such scan. */
    cancel: async (owner: string | null, id: string): Promise<boolean> =>
      running.cancel(owner, id) || store.cancel(owner, id),

    /** A visitor goes: the scan stops, on whichever server, and nothing of it is kept. */
    leave: async (id: string) => {
      if (running.cancel(null, id)) return
      await store.cancel(null, id)
      await forget(id)
    },

    /** Stops the scans of this server, which tell their readers, and waits for them. */
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      closing.abort()
      await running.close()
    },
  }
}
export type SharedScans = ReturnType<typeof createSharedScans>
