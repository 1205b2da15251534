import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Listener } from '#server/core/jobs/listener.ts'
import { SCAN } from '#shared/finder-constants.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { createRunningScans, type ScanWork } from './running-scans.ts'
import { SCAN_CANCELED, SCAN_EVENT_ADDED, type ScansStore } from './scans.store.ts'
import { FINDER_SERVICE_TEXT } from './finder-service-messages.ts'

const RENEW_MS = 1_000
const SWEEP_MS = MINUTE_MS
/** Events are read again after this time in case a notification was lost. */
const POLL_MS = 1_000

type SharedScansDependencies = {
  store: ScansStore
  log: Logger
  describeFailure: (error: unknown) => string
}

/**
 * Scans that every server can follow, resume and cancel, whichever of them runs the work: events go
 * through PostgreSQL. A reader on the server that runs a scan does not wait for the database.
 */
export const createSharedScans = ({ store, log, describeFailure }: SharedScansDependencies) => {
  const outboxes = new Map<string, ScanOutbox>()
  const wakers = new Map<string, Set<() => void>>()
  const closing = new AbortController()

  /** Never rejects: the sweep removes what could not be removed now. */
  const forget = (id: string) =>
    store
      .forget(id)
      .catch((err: unknown) => log.warn({ err }, 'Could not remove the scan of a visitor'))

  const running = createRunningScans(describeFailure, {
    send: (id, event) => outboxes.get(id)?.add(event),
    end: async (id) => {
      await outboxes.get(id)?.end()
      outboxes.delete(id)
    },
    isReadElsewhere: (id) => store.isRead(id, SCAN.resumeWithinMs),
    abandon: forget,
  })

  const repeatEvery = (ms: number, failure: string, work: () => Promise<void>) => {
    const timer = setInterval(() => {
      work().catch((err: unknown) => log.warn({ err }, failure))
    }, ms)
    timer.unref()
    return timer
  }
  const timers = [
    repeatEvery(RENEW_MS, 'Could not renew the running scans', async () => {
      if (outboxes.size === 0) return
      for (const id of await store.renew([...outboxes.keys()])) running.stop(id)
    }),
    repeatEvery(SWEEP_MS, 'Could not remove old scans', () => store.sweep()),
  ]

  const wakeReaders = (id: string) => {
    for (const wake of wakers.get(id) ?? []) wake()
  }

  const waitForNextEvent = async (id: string) => {
    const wakeUp = new AbortController()
    const wake = () => wakeUp.abort()
    const scanWakers = wakers.get(id) ?? new Set()
    wakers.set(id, scanWakers.add(wake))
    const signal = AbortSignal.any([wakeUp.signal, closing.signal])
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined)
    scanWakers.delete(wake)
    if (scanWakers.size === 0) wakers.delete(id)
  }

  const readNextEvents = async (
    owner: string | null,
    id: string,
    after: number,
    hasReader: () => boolean,
  ): Promise<ScanEvent[]> => {
    while (hasReader() && !closing.signal.aborted) {
      const state = await store.touch(owner, id)
      const events = await store.eventsAfter(id, after)
      // Events are read after the state: the last one is written before a scan is marked as ended.
      if (events.length > 0 || !state || state.isOver) return events
      if (state.isLost) await store.giveUp(id, FINDER_SERVICE_TEXT.serverStopped)
      else await waitForNextEvent(id)
    }
    return []
  }

  /** Reads a scan that runs on another server. */
  const follow = async (owner: string | null, id: string, after: number) => {
    if (!(await store.touch(owner, id))) return null
    let lastSeq = after
    let hasReader = true
    return new ReadableStream<ScanEvent>({
      pull: async (controller) => {
        const events = await readNextEvents(owner, id, lastSeq, () => hasReader)
        if (!hasReader) return
        for (const event of events) controller.enqueue(event)
        const last = events.at(-1)
        if (!last || last.type === 'done' || last.type === 'failed') return controller.close()
        lastSeq = last.seq
      },
      cancel: () => {
        hasReader = false
        wakeReaders(id)
      },
    })
  }

  return {
    listenOn: async (listener: Listener) => {
      await listener.listen(SCAN_CANCELED, { onMessage: (id) => running.stop(id) })
      await listener.listen(SCAN_EVENT_ADDED, { onMessage: wakeReaders })
    },

    /** Without an owner, anyone who knows the id may read and cancel the scan. */
    start: async (
      owner: string | null,
      work: ScanWork,
    ): Promise<ReadableStream<ScanEvent> | null> => {
      const id = randomUUID()
      await store.start(id, owner, SCAN.perOwner)
      outboxes.set(id, createScanOutbox(store, log, id))
      running.start(id, owner, work)
      return running.read(owner, id, 0)
    },

    /** Streams the events after number `after`; null if the owner has no such scan. */
    read: async (owner: string | null, id: string, after: number) =>
      running.read(owner, id, after) ?? follow(owner, id, after),

    /** False if the owner has no such scan. */
    cancel: async (owner: string | null, id: string): Promise<boolean> =>
      running.cancel(owner, id) || store.cancel(owner, id),

    /** Stops the scan of a visitor who has left, on whichever server it runs, and deletes its events. */
    leave: async (id: string) => {
      if (running.cancel(null, id)) return
      await store.cancel(null, id)
      await forget(id)
    },

    /** Stops the scans of this server, whose readers get a last event, and waits for them. */
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      closing.abort()
      await running.close()
    },
  }
}
export type SharedScans = ReturnType<typeof createSharedScans>

const MAX_EVENT_BYTES = 524_288
const ATTEMPTS = 5
const RETRY_MS = 400

/**
 * Writes a scan's events to the database in order, a batch at a time. Readers on this server get their
 * events from memory and do not wait for it.
 */
const createScanOutbox = (store: ScansStore, log: Logger, id: string) => {
  const pending: { seq: number; text: string }[] = []
  let isOver = false
  let writing: Promise<void> | null = null

  const withRetries = async (work: () => Promise<void>) => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await work()
      } catch (err) {
        if (attempt < ATTEMPTS) await delay(RETRY_MS)
        else return log.error({ err }, 'Could not publish the events of a scan')
      }
  }

  const writeAll = async () => {
    while (pending.length > 0) {
      const batch = pending.splice(0)
      await withRetries(() => store.append(id, batch))
    }
    if (isOver) await withRetries(() => store.end(id))
    writing = null
  }

  const write = () => {
    writing ??= writeAll()
    return writing
  }

  return {
    add: (event: ScanEvent) => {
      const text = JSON.stringify(event)
      if (Buffer.byteLength(text) > MAX_EVENT_BYTES)
        return log.error({ type: event.type }, 'An event of a scan is too large to publish')
      pending.push({ seq: event.seq, text })
      void write()
    },
    /** Resolves once everything is written, or the attempts are used up. */
    end: async () => {
      isOver = true
      await writing
      await write()
    },
  }
}
type ScanOutbox = ReturnType<typeof createScanOutbox>
