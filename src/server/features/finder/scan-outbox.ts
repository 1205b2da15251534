import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ScanEvent } from '#shared/contract/scan.ts'
import type { ScansStore } from './scans.store.ts'

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
