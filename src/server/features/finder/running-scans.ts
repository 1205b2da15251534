import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ScanEvent } from '#shared/contract/scan.ts'
import { SCAN_CANCELLED, SCAN_SAID, type ScansStore } from './scans.store.ts'
import { randomUUID } from 'node:crypto'
import { SCAN } from '#shared/constants.ts'
import type { Say, ScanStep } from './scan.service.ts'
import type { Listener } from '#server/core/jobs/listener.ts'

const MAX_EVENT_BYTES = 524_288
const TRIES = 5
const RETRY_MS = 400

/** Writes a scan's events to the database in order, a batch at a time. Readers here do not wait for it. */
export const createScanOutbox = (store: ScansStore, log: Logger, id: string) => {
  const waiting: { seq: number; text: string }[] = []
  let isOver = false
  let writing: Promise<void> | null = null

  const attempt = async (work: () => Promise<void>) => {
    for (let left = TRIES - 1; ; left -= 1)
      try {
        return await work()
      } catch (err) {
        if (left > 0) await delay(RETRY_MS)
        else return log.error({ err }, 'The events of a scan could not be published')
      }
  }

  const writeAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0)
      await attempt(() => store.append(id, batch))
    }
    if (isOver) await attempt(() => store.end(id))
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
      waiting.push({ seq: event.seq, text })
      void write()
    },
    /** Resolves once everything is written, or given up. */
    end: async () => {
      isOver = true
      await writing
      await write()
    },
  }
}
export type ScanOutbox = ReturnType<typeof createScanOutbox>

type Running = {
  /** Null for a visitor: whoever has the id may read and cancel it. */
  owner: string | null
  events: ScanEvent[]
  isOver: boolean
  readers: number
  abort: AbortController
  wake: Set<() => void>
  timer: NodeJS.Timeout | undefined
  done: Promise<void>
}

export type ScanWork = (signal: AbortSignal, say: Say) => Promise<void>

/** What other servers need to know of the scans here. */
type Publisher = {
  send: (id: string, event: ScanEvent) => void
  end: (id: string) => Promise<void>
  isReadElsewhere: (id: string) => Promise<boolean>
  /** A visitor's scan is over, and nobody will read it. */
  abandon: (id: string) => Promise<void>
}

const NOBODY_ELSE: Publisher = {
  send: () => undefined,
  end: async () => undefined,
  isReadElsewhere: async () => false,
  abandon: async () => undefined,
}

/** Shown when a newer scan of the same user, or the server, stopped this one. */
const STOPPED = 'The scan was stopped'

type Settings = { resumeWithinMs: number; keptMs: number; perOwner: number }

const DEFAULTS: Settings = {
  resumeWithinMs: SCAN.resumeWithinMs,
  keptMs: SCAN.keptMs,
  perOwner: 3,
}

/**
 * The scans that run on this server. A reader whose connection breaks can resume for a while; a scan
 * that is cancelled, or that nobody reads, is aborted with everything it started.
 */
export const createRunningScans = (
  describeFailure: (error: unknown) => string,
  settings: Partial<Settings> = {},
  publisher: Publisher = NOBODY_ELSE,
) => {
  const { resumeWithinMs, keptMs, perOwner } = { ...DEFAULTS, ...settings }
  const scans = new Map<string, Running>()

  const later = (scan: Running, act: () => void, ms: number) => {
    clearTimeout(scan.timer)
    scan.timer = setTimeout(act, ms)
    scan.timer.unref()
  }

  const wakeAll = (scan: Running) => {
    for (const wake of scan.wake) wake()
    scan.wake.clear()
  }

  const add = (id: string, scan: Running, step: ScanStep | { type: 'started'; scanId: string }) => {
    const event = { ...step, seq: scan.events.length + 1 }
    scan.events.push(event)
    publisher.send(id, event)
    wakeAll(scan)
  }

  const forget = async (id: string, scan: Running) => {
    clearTimeout(scan.timer)
    scans.delete(id)
    if (scan.owner === null) await publisher.abandon(id)
  }

  const end = async (id: string, scan: Running) => {
    scan.isOver = true
    wakeAll(scan)
    await publisher.end(id)
    const isLeft = scan.owner === null && scan.abort.signal.aborted
    if (isLeft) await forget(id, scan)
    else later(scan, () => void forget(id, scan), keptMs)
  }

  const run = async (id: string, scan: Running, work: ScanWork) => {
    try {
      await work(scan.abort.signal, (step) => add(id, scan, step))
    } catch (error) {
      const isStopped = scan.abort.signal.aborted
      add(id, scan, { type: 'failed', error: isStopped ? STOPPED : describeFailure(error) })
    }
    await end(id, scan)
  }

  const stop = (scan: Running) => scan.abort.abort(new Error('Nobody is waiting for this scan'))

  const makeRoom = (owner: string | null) => {
    if (owner === null) return
    const own = [...scans.values()].filter((scan) => scan.owner === owner && !scan.isOver)
    for (const scan of own.slice(0, Math.max(0, own.length - perOwner + 1))) stop(scan)
  }

  const find = (owner: string | null, id: string) => {
    const scan = scans.get(id)
    return scan?.owner === owner ? scan : null
  }

  const stopIfUnread = async (id: string, scan: Running) => {
    const isRead = await publisher.isReadElsewhere(id).catch(() => false)
    if (scan.readers > 0 || scan.isOver) return
    if (isRead) later(scan, () => void stopIfUnread(id, scan), resumeWithinMs)
    else stop(scan)
  }

  const release = (id: string, scan: Running) => {
    scan.readers -= 1
    if (scan.readers === 0 && !scan.isOver)
      later(scan, () => void stopIfUnread(id, scan), resumeWithinMs)
  }

  return {
    start: (owner: string | null, work: ScanWork, id: string = randomUUID()): string => {
      makeRoom(owner)
      const scan: Running = {
        owner,
        events: [],
        isOver: false,
        readers: 0,
        abort: new AbortController(),
        wake: new Set(),
        timer: undefined,
        done: Promise.resolve(),
      }
      scans.set(id, scan)
      add(id, scan, { type: 'started', scanId: id })
      scan.done = run(id, scan, work)
      return id
    },

    /** The events after number `after`, as they come; null if the owner has no such scan. */
    read: (owner: string | null, id: string, after: number): ReadableStream<ScanEvent> | null => {
      const scan = find(owner, id)
      if (!scan) return null
      let seen = after
      if (!scan.isOver) clearTimeout(scan.timer)
      scan.readers += 1
      return new ReadableStream<ScanEvent>({
        pull: async (controller) => {
          while (scan.events.length <= seen && !scan.isOver)
            await new Promise<void>((resolve) => {
              scan.wake.add(resolve)
            })
          const event = scan.events[seen]
          seen += 1
          if (event) controller.enqueue(event)
          else {
            release(id, scan)
            controller.close()
          }
        },
        cancel: () => release(id, scan),
      })
    },

    /** Whoever asks; the caller has checked. */
    stop: (id: string) => {
      const scan = scans.get(id)
      if (scan) stop(scan)
    },

    /** False if the owner has no such scan. */
    cancel: (owner: string | null, id: string): boolean => {
      const scan = find(owner, id)
      if (!scan) return false
      stop(scan)
      if (scan.isOver && owner === null) void forget(id, scan)
      return true
    },

    /** Stops every scan and waits for its work to end: the database closes next. */
    close: async () => {
      for (const scan of scans.values()) {
        clearTimeout(scan.timer)
        stop(scan)
      }
      await Promise.all([...scans.values()].map(({ done }) => done))
    },
  }
}

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
      send: (id, event) => outboxes.get(id)?.add(event),
      end: async (id) => {
        await outboxes.get(id)?.end()
        outboxes.delete(id)
      },
      isReadElsewhere: (id) => store.isRead(id, SCAN.resumeWithinMs),
      abandon: forget,
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
