import { randomUUID } from 'node:crypto'
import { SCAN } from '#shared/constants.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import type { Say, ScanStep } from './scan.service.ts'

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
  said: (id: string, event: ScanEvent) => void
  ended: (id: string) => Promise<void>
  isReadElsewhere: (id: string) => Promise<boolean>
  /** A visitor's scan is over, and nobody will read it. */
  left: (id: string) => Promise<void>
}

const NOBODY_ELSE: Publisher = {
  said: () => undefined,
  ended: async () => undefined,
  isReadElsewhere: async () => false,
  left: async () => undefined,
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
    publisher.said(id, event)
    wakeAll(scan)
  }

  const forget = async (id: string, scan: Running) => {
    clearTimeout(scan.timer)
    scans.delete(id)
    if (scan.owner === null) await publisher.left(id)
  }

  const end = async (id: string, scan: Running) => {
    scan.isOver = true
    wakeAll(scan)
    await publisher.ended(id)
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
