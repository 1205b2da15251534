import { randomUUID } from 'node:crypto'
import { SCAN } from '#shared/constants.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import type { ScanStep } from './scan.service.ts'

type Running = {
  owner: string
  events: ScanEvent[]
  isOver: boolean
  readers: number
  work: AbortController
  wake: Set<() => void>
  timer: NodeJS.Timeout | undefined
}

/** For a reader who did not stop it: a newer scan of theirs, or the server, did. */
const STOPPED = 'The scan was stopped'

type Settings = { resumeWithinMs: number; keptMs: number; perOwner: number }

const DEFAULTS: Settings = {
  resumeWithinMs: SCAN.resumeWithinMs,
  keptMs: SCAN.keptMs,
  perOwner: 3,
}

/**
 * The scans of this server. A reader whose connection breaks may come back for a while; a scan that
 * nobody reads, or that is cancelled, is stopped, and with it the work it has asked for.
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

  const run = async (id: string, scan: Running, steps: AsyncIterable<ScanStep>) => {
    try {
      for await (const step of steps) add(scan, step)
    } catch (error) {
      const isStopped = scan.work.signal.aborted
      add(scan, { type: 'failed', error: isStopped ? STOPPED : describeFailure(error) })
    }
    end(id, scan)
  }

  const stop = (scan: Running) => scan.work.abort(new Error('Nobody waits for this scan any more'))

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
    start: (owner: string, steps: (signal: AbortSignal) => AsyncIterable<ScanStep>): string => {
      makeRoom(owner)
      const id = randomUUID()
      const work = new AbortController()
      const scan: Running = {
        owner,
        events: [],
        isOver: false,
        readers: 0,
        work,
        wake: new Set(),
        timer: undefined,
      }
      scans.set(id, scan)
      add(scan, { type: 'started', scanId: id })
      void run(id, scan, steps(work.signal))
      return id
    },

    /** The events after the first `after`, as they come; null where there is no such scan of theirs. */
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

    /** True when there was such a scan. */
    cancel: (owner: string, id: string): boolean => {
      const scan = find(owner, id)
      if (scan) stop(scan)
      return scan !== null
    },

    stopAll: () => {
      for (const scan of scans.values()) {
        clearTimeout(scan.timer)
        stop(scan)
      }
    },
  }
}
export type RunningScans = ReturnType<typeof createRunningScans>
