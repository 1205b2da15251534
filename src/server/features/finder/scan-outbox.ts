import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ScanEvent } from '#shared/contract/scan.ts'
import type { ScansStore } from './scans.store.ts'

const MAX_EVENT_BYTES = 524_288
const ATTEMPTS = 5
const RETRY_MS = 400

/**
 * Writes a scan's events to the database in order, a batch at a time. Readers on this server get their
 * events from memory and do not wait for it.
 */
export const createScanOutbox = (store: ScansStore, log: Logger, id: string) => {
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
export type ScanOutbox = ReturnType<typeof createScanOutbox>
