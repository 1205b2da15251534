import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { contentTypeOf, type Storage } from '#server/core/storage/storage.ts'
import type { Format } from './variant.ts'

const FOLDER = 'variants/'
/** A picture is not kept waiting for a slow store longer than encoding it would take. */
const PATIENCE_MS = 500
/** Stored after the reply; while the store is slow, further ones are not. */
const MAX_PENDING = 32
/** Old months that are looked for, in case no server ran for a while. */
const SWEPT_MONTHS = 6

type Settings = { storage: Storage; log: Logger; now?: () => Date }

const monthBefore = (date: Date, months: number): string =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1))
    .toISOString()
    .slice(0, 7)

/**
 * Public pictures that one server resized, for the others. Kept by month: whatever nobody asks for in
 * this month or the next is deleted.
 */
export const createSharedVariants = ({ storage, log, now = () => new Date() }: Settings) => {
  const pending = new Set<Promise<void>>()

  const keyOf = (name: string, format: Format, monthsAgo: number) =>
    `${FOLDER}${monthBefore(now(), monthsAgo)}/${createHash('sha256').update(name).digest('hex')}.${format}`

  const find = async (name: string, format: Format) => {
    const read = async (monthsAgo: number) =>
      (await storage.get(keyOf(name, format, monthsAgo)))?.body ?? null
    const [current, last] = await Promise.all([read(0), read(1)])
    if (!current && last) put(name, format, last)
    return current ?? last
  }

  /** Never rejects and returns at once: a picture that is not shared is made again elsewhere. */
  const put = (name: string, format: Format, body: Buffer): void => {
    if (pending.size >= MAX_PENDING) return
    const key = keyOf(name, format, 0)
    const storing = storage
      .put(key, body, contentTypeOf(key))
      .catch((err: unknown) => log.warn({ err }, 'A resized picture could not be shared'))
      .finally(() => pending.delete(storing))
    pending.add(storing)
  }

  return {
    put,

    /** Null also if the store fails or is slow. */
    get: async (name: string, format: Format): Promise<Buffer | null> => {
      const stop = new AbortController()
      const tooLate = delay(PATIENCE_MS, null, { signal: stop.signal }).catch(() => null)
      const found = find(name, format).catch((err: unknown) => {
        log.warn({ err }, 'Shared pictures could not be read')
        return null
      })
      const body = await Promise.race([found, tooLate])
      stop.abort()
      return body
    },

    /** Of the months that are read; the sweep deletes all others within the hour. */
    remove: async (name: string, format: Format): Promise<void> => {
      await Promise.all([0, 1].map((ago) => storage.delete(keyOf(name, format, ago))))
    },

    sweep: async (): Promise<void> => {
      for (let monthsAgo = 2; monthsAgo < 2 + SWEPT_MONTHS; monthsAgo += 1)
        for await (const key of storage.list(`${FOLDER}${monthBefore(now(), monthsAgo)}/`))
          await storage.delete(key)
    },

    close: async (): Promise<void> => {
      await Promise.all(pending)
    },
  }
}
export type SharedVariants = ReturnType<typeof createSharedVariants>
