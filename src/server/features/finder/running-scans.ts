import { SCAN } from '#shared/finder-constants.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import type { EmitStep, ScanStep } from './scan.service.ts'
import { FINDER_SERVICE_TEXT } from './finder-service-messages.ts'

type RunningScan = {
  /** Null for a visitor: anyone who knows the id may read and cancel the scan. */
  owner: string | null
  events: ScanEvent[]
  isOver: boolean
  readers: number
  abort: AbortController
  wake: Set<() => void>
  timer: NodeJS.Timeout | undefined
  done: Promise<void>
}

export type ScanWork = (signal: AbortSignal, emit: EmitStep) => Promise<void>

/** Shares the scans of this server with the other servers. */
type ScanPublisher = {
  send: (id: string, event: ScanEvent) => void
  end: (id: string) => Promise<void>
  isReadElsewhere: (id: string) => Promise<boolean>
  /** Removes the scan of a visitor who has left. */
  abandon: (id: string) => Promise<void>
}

/**
 * The scans that run on this server. A reader whose connection breaks can resume for a while; a scan
 * that is cancelled, or that nobody reads, is aborted with everything it started.
 */
export const createRunningScans = (
  describeFailure: (error: unknown) => string,
  publisher: ScanPublisher,
) => {
  const scans = new Map<string, RunningScan>()

  const schedule = (scan: RunningScan, act: () => void, ms: number) => {
    clearTimeout(scan.timer)
    scan.timer = setTimeout(act, ms)
    scan.timer.unref()
  }

  const wakeAll = (scan: RunningScan) => {
    for (const wake of scan.wake) wake()
    scan.wake.clear()
  }

  const addEvent = (
    id: string,
    scan: RunningScan,
    step: ScanStep | { type: 'started'; scanId: string },
  ) => {
    const event = { ...step, seq: scan.events.length + 1 }
    scan.events.push(event)
    publisher.send(id, event)
    wakeAll(scan)
  }

  const forget = async (id: string, scan: RunningScan) => {
    clearTimeout(scan.timer)
    scans.delete(id)
    if (scan.owner === null) await publisher.abandon(id)
  }

  const end = async (id: string, scan: RunningScan) => {
    scan.isOver = true
    wakeAll(scan)
    await publisher.end(id)
    const isAbandoned = scan.owner === null && scan.abort.signal.aborted
    if (isAbandoned) await forget(id, scan)
    else schedule(scan, () => void forget(id, scan), SCAN.keptMs)
  }

  const run = async (id: string, scan: RunningScan, work: ScanWork) => {
    try {
      await work(scan.abort.signal, (step) => addEvent(id, scan, step))
    } catch (error) {
      const isStopped = scan.abort.signal.aborted
      addEvent(id, scan, {
        type: 'failed',
        error: isStopped ? FINDER_SERVICE_TEXT.stopped : describeFailure(error),
      })
    }
    await end(id, scan)
  }

  const stop = (scan: RunningScan) => scan.abort.abort(new Error('Nobody is waiting for this scan'))

  const stopOldest = (owner: string | null) => {
    if (owner === null) return
    const active = [...scans.values()].filter((scan) => scan.owner === owner && !scan.isOver)
    for (const scan of active.slice(0, Math.max(0, active.length - SCAN.perOwner + 1))) stop(scan)
  }

  const find = (owner: string | null, id: string) => {
    const scan = scans.get(id)
    return scan?.owner === owner ? scan : null
  }

  const stopIfUnread = async (id: string, scan: RunningScan) => {
    const hasReader = await publisher.isReadElsewhere(id).catch(() => false)
    if (scan.readers > 0 || scan.isOver) return
    if (hasReader) schedule(scan, () => void stopIfUnread(id, scan), SCAN.resumeWithinMs)
    else stop(scan)
  }

  const release = (id: string, scan: RunningScan) => {
    scan.readers -= 1
    if (scan.readers === 0 && !scan.isOver)
      schedule(scan, () => void stopIfUnread(id, scan), SCAN.resumeWithinMs)
  }

  return {
    start: (id: string, owner: string | null, work: ScanWork) => {
      stopOldest(owner)
      const scan: RunningScan = {
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
      addEvent(id, scan, { type: 'started', scanId: id })
      scan.done = run(id, scan, work)
    },

    /** Streams the events after number `after`; null if the owner has no such scan. */
    read: (owner: string | null, id: string, after: number): ReadableStream<ScanEvent> | null => {
      const scan = find(owner, id)
      if (!scan) return null
      let lastSeq = after
      if (!scan.isOver) clearTimeout(scan.timer)
      scan.readers += 1
      return new ReadableStream<ScanEvent>({
        pull: async (controller) => {
          while (scan.events.length <= lastSeq && !scan.isOver)
            await new Promise<void>((resolve) => {
              scan.wake.add(resolve)
            })
          const event = scan.events[lastSeq]
          lastSeq += 1
          if (event) controller.enqueue(event)
          else {
            release(id, scan)
            controller.close()
          }
        },
        cancel: () => release(id, scan),
      })
    },

    /** Does not check the owner: the caller has done so. */
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

    /** Stops every scan and waits for its work to end, because the database closes next. */
    close: async () => {
      for (const scan of scans.values()) {
        clearTimeout(scan.timer)
        stop(scan)
      }
      await Promise.all([...scans.values()].map(({ done }) => done))
    },
  }
}
