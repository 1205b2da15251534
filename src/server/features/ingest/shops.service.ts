import type { Logger } from 'pino'
import { z } from 'zod'
import { CONDITIONS } from '#shared/contract/catalog.ts'
import type { Database } from '#server/core/db/database.ts'
import type { Atomically } from '#server/core/db/query.ts'
import { createPublicClient, type PublicClientOptions } from '#server/core/web/public-client.ts'
import { currencyCode } from '#shared/domain/currency.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { countersOn } from './counts.store.ts'
import { type Attribute, ATTRIBUTES } from './feed-columns.ts'
import { FeedBroken } from './feed-item.ts'
import { FEED_LIMITS } from './feed-download.ts'
import { SHOP_FEED_FORMATS } from './feed-parser.ts'
import { createFeedRuns, type RunOptions, type ShopFiles, uploadIn } from './feed-runs.service.ts'
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

/** `title=Name,price=Cost,brand=`; a comma inside a column's name is written twice. */
const columnMap = z.string().transform((text, context) => {
  const map: Partial<Record<Attribute, string>> = {}
  for (const pair of text.split(/(?<!,),(?!,)/).filter((one) => one.trim() !== '')) {
    const [name = '', ...rest] = pair.split('=')
    const attribute = ATTRIBUTES.find((one) => one === name.trim().toLowerCase())
    const column = rest.join('=').replaceAll(',,', ',').trim()
    if (attribute && pair.includes('=')) map[attribute] = column
    else
      context.addIssue({
        code: 'custom',
        message: `has '${pair.trim()}', which is not ATTRIBUTE=COLUMN with one of ${ATTRIBUTES.join(', ')}`,
      })
  }
  return map
})

const newShop = z.object({
  name: z.string().trim().min(1, 'is missing').max(80, 'is longer than 80 characters'),
  source: z.string().min(1, 'is missing').max(2_000, 'is too long'),
  format: z.enum(SHOP_FEED_FORMATS, `is none of ${SHOP_FEED_FORMATS.join(', ')}`).optional(),
  every: every.optional(),
  currency: z
    .string()
    .refine((code) => currencyCode(code) === code, 'must be a code of three letters such as EUR')
    .optional(),
  condition: z.enum(CONDITIONS, `is none of ${CONDITIONS.join(', ')}`).optional(),
  credit: z.string().max(300, 'is longer than 300 characters').optional(),
  shop: z
    .url({ protocol: /^https?$/, error: 'is not a web address' })
    .max(2_000, 'is too long')
    .optional(),
  map: columnMap.optional(),
  only: z.enum(['fashion', 'all'], 'is neither fashion nor all').default('fashion'),
})
/** As it comes from a command line or a form, still to be checked. */
export type NewShop = { [name in keyof z.input<typeof newShop>]?: string | undefined } & {
  /** Only from a command: it lets this server read its own network. */
  allowsPrivate?: boolean
}

const PREVIEWED = 10

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
  /** Without it, uploaded files are not here. */
  shopFiles?: ShopFiles | undefined
  /** Lets the pictures of a preview be shown. */
  rememberPictures?: ((urls: readonly string[]) => Promise<void>) | undefined
  /** For downloads, which are deleted again. */
  folder: string
  log?: Logger
  /** Overridden only by tests that fetch from their own server. */
  web?: PublicClientOptions | undefined
  timeoutMs?: number
}

const settingsOf = ({ allowsPrivate = false, ...input }: NewShop) => {
  const parsed = newShop.safeParse(input)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ShopError(`${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}.`)
  }
  const { name, source, format, currency, condition, credit, shop, map, only, every } = parsed.data
  const protocol = /^([a-z][a-z0-9+.-]+):\/\//i.exec(source)?.[1]?.toLowerCase()
  if (protocol !== undefined && protocol !== 'http' && protocol !== 'https')
    throw new ShopError(
      `Feeds are read over http and https, not ${protocol}. Download the file, or ask the shop for a web address.`,
    )
  return {
    name,
    source,
    format: format ?? null,
    currency: currency ?? null,
    condition: condition ?? null,
    credit: credit ?? null,
    everyMinutes: every ?? null,
    shopUrl: shop ?? null,
    columnMap: map ?? null,
    takesAll: only === 'all',
    allowsPrivate,
  }
}

/** The shops whose products are read from feeds. */
export const createShops = (options: Options) => {
  const { pool, atomically, folder, log, web = {}, timeoutMs = CONNECT_TIMEOUT_MS } = options
  const limits = { timeoutMs, maxBytes: FEED_LIMITS.bytes, maxRedirects: MAX_REDIRECTS }
  const client = createPublicClient(web, limits)
  const privateClient = createPublicClient({ isPublic: () => true, ports: null }, limits)
  const store = createFeedsStore(pool)
  const stopping = new AbortController()
  const parsers = createParsers({ threads: READ_AT_ONCE })
  const runs = createFeedRuns({
    store,
    client,
    privateClient,
    parsers,
    importItems: createShopImport(createImportStore(pool)),
    shopFiles: options.shopFiles ?? (async () => null),
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
        source: feed.fileName ?? feed.source,
        isUpload: uploadIn(feed.source) !== null,
        offers: feed.offers,
        credit: feed.credit,
        isRunning: feed.isBeingRead,
        every: feed.everyMinutes === null ? null : everyText(feed.everyMinutes),
        lastRun: feed.lastRun,
      })),

    /** Its first items, and which columns they come from; writes nothing. */
    preview: async (input: NewShop) => {
      const feed = settingsOf({ ...input, name: 'preview' })
      try {
        const { columns, map, items, problems } = await runs.preview(
          { ...feed, shopId: 0 },
          PREVIEWED,
        )
        await options.rememberPictures?.(items.flatMap(({ pictures }) => pictures.slice(0, 1)))
        return {
          columns: [...columns],
          map: map as Record<string, string>,
          problems,
          items: items.map((item) => ({
            title: item.title,
            price: displayPrice(item.amount, item.currency) ?? '',
            link: item.url,
            picture: item.pictures[0] ?? null,
            brand: item.brand,
            kind: item.kind,
            sizes: item.sizes,
            colors: item.colors,
          })),
        }
      } catch (cause) {
        if (cause instanceof FeedBroken) throw new ShopError(`${cause.message}.`, { cause })
        throw cause
      }
    },

    add: async (input: NewShop) => {
      const feed = settingsOf(input)
      const { name, source } = feed
      if (await store.exists(name)) throw new ShopError(`There is a shop called '${name}' already.`)
      const url = URL.canParse(source) ? new URL(source) : null
      const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
      await atomically((connection) =>
        createFeedsStore(connection).add({
          ...feed,
          host: isWeb ? url.hostname.replace(/^www\./, '') : null,
          homePage: isWeb ? `${url.origin}/` : feed.shopUrl,
        }),
      )
    },

    /** A newer file of a shop that was added from one. */
    replaceFile: async (name: string, source: string) => {
      const feed = await named(name)
      if (uploadIn(feed.source) === null)
        throw new ShopError(`${name} is read from ${feed.source}, not from a file.`)
      await store.setSource(feed.shopId, source)
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
      return atomically(async (connection) => {
        const offers = await createFeedsStore(connection).remove(shopId)
        // Every server drops at once what it keeps of the shop.
        await countersOn(connection).announceChange()
        return offers
      })
    },

    /** A removal is done only when searches no longer show the products. */
    settleRemoval: async () => {
      await options.settleSearch?.()
    },

    close: async () => {
      stopping.abort()
      await client.close()
      await privateClient.close()
      await parsers.close()
    },
  }
}
export type Shops = ReturnType<typeof createShops>
