import { randomUUID } from 'node:crypto'
import { SCAN } from '#shared/constants.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import type { Say, ScanStep } from './scan.service.ts'

type Running = {
  owner: string
  events: ScanEvent[]
  isOver: boolean
  readers: number
  abort: AbortController
  wake: Set<() => void>
  timer: NodeJS.Timeout | undefined
  done: Promise<void>
}

type Work = (signal: AbortSignal, say: Say) => Promise<void>

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

  const add = (scan: Running, step: ScanStep | { type: 'started'; scanId: string }) => {
    scan.events.push({ ...step, seq: scan.events.length + 1 })
    wakeAll(scan)
  }

  const end = (id: string, scan: Running) => {
    scan.isOver = true
    wakeAll(scan)
    later(scan, () => scans.delete(id), keptMs)
  }

  const run = async (id: string, scan: Running, work: Work) => {
    try {
      await work(scan.abort.signal, (step) => add(scan, step))
    } catch (error) {
      const isStopped = scan.abort.signal.aborted
      add(scan, { type: 'failed', error: isStopped ? STOPPED : describeFailure(error) })
    }
    end(id, scan)
  }

  const stop = (scan: Running) => scan.abort.abort(new Error('Nobody is waiting for this scan'))

  const makeRoom = (owner: string) => {
    const own = [...scans.values()].filter((scan) => scan.owner === owner && !scan.isOver)
    for (const scan of own.slice(0, Math.max(0, own.length - perOwner + 1))) stop(scan)
  }

  const find = (owner: string, id: string) => {
    const scan = scans.get(id)
    return scan?.owner === owner ? scan : null
  }

  const release = (scan: Running) => {
    scan.readers -= 1
    if (scan.readers === 0 && !scan.isOver) later(scan, () => stop(scan), resumeWithinMs)
  }

  return {
    start: (owner: string, work: Work): string => {
      makeRoom(owner)
      const id = randomUUID()
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
      add(scan, { type: 'started', scanId: id })
      scan.done = run(id, scan, work)
      return id
    },

    /** The events after number `after`, as they come; null if the owner has no such scan. */
    read: (owner: string, id: string, after: number): ReadableStream<ScanEvent> | null => {
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
            release(scan)
            controller.close()
          }
        },
        cancel: () => release(scan),
      })
    },

    /** False if the owner has no such scan. */
    cancel: (owner: string, id: string): boolean => {
      const scan = find(owner, id)
      if (scan) stop(scan)
      return scan !== null
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
export type RunningScans = ReturnType<typeof createRunningScans>
