import type { Logger } from 'pino'
import { z } from 'zod'
import { CONDITIONS } from '#shared/contract/catalog.ts'
import type { Database } from '#server/core/db/database.ts'
import type { Atomically } from '#server/core/db/query.ts'
import { createPublicClient, type PublicClientOptions } from '#server/core/web/public-client.ts'
import { FEED_LIMITS } from './feed-download.ts'
import { FEED_FORMATS } from './feed-parser.ts'
import { createFeedRuns, type RunOptions } from './feed-runs.service.ts'
import { createShopImport } from './import.service.ts'
import { createImportStore } from './import.store.ts'
import { createParsers } from './parsers.ts'
import { createFeedsStore, type Feed } from './shops.store.ts'

/** A wrong name or setting, in words for the operator. */
export class ShopError extends Error {}
export class FeedBusy extends ShopError {}

const every = z
  .string()
  .regex(/^\d{1,4}(?:m|h|d)$/, 'must look like 30m, 6h or 1d')
  .transform((text) => Number(text.slice(0, -1)) * { m: 1, h: 60, d: 1440 }[text.slice(-1) as 'm'])
  .refine((minutes) => minutes >= 5, 'must be at least 5m')

const newShop = z.object({
  name: z.string().trim().min(1, 'is missing').max(80, 'is longer than 80 characters'),
  source: z.string().min(1, 'is missing').max(2_000, 'is too long'),
  format: z.enum(FEED_FORMATS, `is none of ${FEED_FORMATS.join(', ')}`).optional(),
  every: every.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a code of three letters such as EUR')
    .optional(),
  condition: z.enum(CONDITIONS, `is none of ${CONDITIONS.join(', ')}`).optional(),
  credit: z.string().max(300, 'is longer than 300 characters').optional(),
})
/** As it comes from a command line or a form, still to be checked. */
export type NewShop = { [name in keyof z.input<typeof newShop>]?: string | undefined }

const RUNS_SHOWN = 10
/** A shop that sends a byte a second must not keep the others waiting. */
const READ_AT_ONCE = 3

const HOUR = 60
const DAY = 24 * HOUR

const everyText = (minutes: number) => {
  const every = (count: number, unit: string) =>
    count === 1 ? `every ${unit}` : `every ${count} ${unit}s`
  if (minutes % DAY === 0) return every(minutes / DAY, 'day')
  return minutes % HOUR === 0 ? every(minutes / HOUR, 'hour') : every(minutes, 'minute')
}

const CONNECT_TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5

type Options = {
  pool: Database['pool']
  atomically: Atomically
  /** Returns when searches show the catalogue as it is. */
  settleSearch?: (() => Promise<void>) | undefined
  /** For downloads, which are deleted again. */
  folder: string
  log?: Logger
  /** Overridden only by tests that fetch from their own server. */
  web?: PublicClientOptions | undefined
  timeoutMs?: number
}

/** The shops whose products are read from feeds. */
export const createShops = (options: Options) => {
  const { pool, atomically, folder, log, web = {}, timeoutMs = CONNECT_TIMEOUT_MS } = options
  const client = createPublicClient(web, {
    timeoutMs,
    maxBytes: FEED_LIMITS.bytes,
    maxRedirects: MAX_REDIRECTS,
  })
  const store = createFeedsStore(pool)
  const stopping = new AbortController()
  const parsers = createParsers({ threads: READ_AT_ONCE })
  const runs = createFeedRuns({
    store,
    client,
    parsers,
    importItems: createShopImport(createImportStore(pool)),
    folder,
    stopping: stopping.signal,
    log,
  })
  const noShop = (name: string) => new ShopError(`There is no shop called '${name}'.`)
  const named = async (name: string): Promise<Feed> => {
    const feed = await store.named(name)
    if (!feed) throw noShop(name)
    return feed
  }

  /** Fails at once if it cannot be read now; what it returns reads it. */
  const begin = async (name: string) => {
    const read = await runs.begin(await named(name))
    if (!read) throw new FeedBusy('This feed is being read already.')
    return read
  }

  return {
    begin,

    list: async () =>
      (await store.list()).map((feed) => ({
        name: feed.name,
        source: feed.source,
        offers: feed.offers,
        credit: feed.credit,
        isRunning: feed.isBeingRead,
        every: feed.everyMinutes === null ? null : everyText(feed.everyMinutes),
        lastRun: feed.lastRun && { ...feed.lastRun, endedAt: feed.lastRun.endedAt.toISOString() },
      })),

    add: async (input: NewShop) => {
      const parsed = newShop.safeParse(input)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        throw new ShopError(`${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}.`)
      }
      const { name, source, format, currency, condition, credit } = parsed.data
      if (await store.exists(name)) throw new ShopError(`There is a shop called '${name}' already.`)
      const url = URL.canParse(source) ? new URL(source) : null
      const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
      await atomically((connection) =>
        createFeedsStore(connection).add({
          name,
          source,
          format: format ?? null,
          currency: currency ?? null,
          condition: condition ?? null,
          credit: credit ?? null,
          everyMinutes: parsed.data.every ?? null,
          host: isWeb ? url.hostname.replace(/^www\./, '') : null,
          homePage: isWeb ? `${url.origin}/` : null,
        }),
      )
    },

    run: async (name: string, options?: RunOptions) => (await begin(name))(options),

    /** Reads every feed whose time has come. */
    runDue: async () => {
      const works = Array.from({ length: READ_AT_ONCE }, async () => {
        for (let feed = await store.takeDue(); feed; feed = await store.takeDue())
          await (
            await runs.begin(feed)
          )?.()
      })
      const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    },

    runs: async (name: string) => {
      if (!(await store.exists(name))) throw noShop(name)
      return store.runs(name, RUNS_SHOWN)
    },

    remove: async (name: string) => {
      const { shopId } = await named(name)
      return atomically((connection) => createFeedsStore(connection).remove(shopId))
    },

    /** A removal is done only when searches no longer show the products. */
    settleRemoval: async () => {
      await options.settleSearch?.()
    },

    close: async () => {
      stopping.abort()
      await client.close()
      await parsers.close()
    },
  }
}
export type Shops = ReturnType<typeof createShops>
