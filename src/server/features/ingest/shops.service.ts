import type { Logger } from 'pino'
import { z } from 'zod'
import { CONDITIONS } from '#shared/contract/catalog.ts'
import type { Database } from '#server/core/db/database.ts'
import type { Atomically } from '#server/core/db/query.ts'
import { createPublicClient, type PublicClientOptions } from '#server/core/web/public-client.ts'
import { parseCurrencyCode } from '#shared/domain/currency.ts'
import { showPrice } from '#shared/domain/price.ts'
import { type Attribute, ATTRIBUTES } from './feed-columns.ts'
import { asSentence, BrokenFeedError, pagesOf } from './feed-item.ts'
import { FEED_LIMITS } from './feed-download.ts'
import { SHOP_FEED_FORMATS } from './feed-parser.ts'
import { createFeedRuns, type RunOptions, type ShopFiles, uploadIn } from './feed-runs.service.ts'
import { createFeedImporter } from './import.service.ts'
import {
  announceCatalogChange,
  createImportStore,
  findSeller,
} from '#server/features/catalog/index.ts'
import { createParsers } from './parsers.ts'
import { createFeedsStore, type Feed } from './feeds.store.ts'
import { SHOPS_SERVICE_TEXT } from './ingest-messages.ts'
import { FEED_TEXT, ROW_TEXT } from './feed-messages.ts'
import { REQUEST_TEXT } from '#shared/request-messages.ts'
import { ENGLISH } from '#server/core/languages.ts'
import { runInLanguage } from '#server/core/messages/translation.ts'
import { restateMessage } from '#server/core/messages/restate-message.ts'

/** A wrong name or setting; the message is for the operator. */
export class ShopError extends Error {}
export class FeedBusyError extends ShopError {}

const every = z
  .string()
  .regex(/^\d{1,4}(?:m|h|d)$/, { error: () => ROW_TEXT.noInterval })
  .transform((text) => Number(text.slice(0, -1)) * { m: 1, h: 60, d: 1440 }[text.slice(-1) as 'm'])
  .refine((minutes) => minutes >= 5, { error: () => ROW_TEXT.shortInterval })

/** `title=Name,price=Cost,brand=`; a comma inside a column's name is written twice. */
const columnMap = z.string().transform((text, context) => {
  const map: Partial<Record<Attribute, string>> = {}
  for (const pair of text.split(/(?<!,),(?!,)/).filter((part) => part.trim() !== '')) {
    const [name = '', ...rest] = pair.split('=')
    const attribute = ATTRIBUTES.find((known) => known === name.trim().toLowerCase())
    const column = rest.join('=').replaceAll(',,', ',').trim()
    if (attribute && pair.includes('=')) map[attribute] = column
    else
      context.addIssue({
        code: 'custom',
        message: ROW_TEXT.badPair(pair.trim(), ATTRIBUTES.join(', ')),
      })
  }
  return map
})

const newShop = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => REQUEST_TEXT.missing })
    .max(80, { error: () => ROW_TEXT.longerThan(80) }),
  source: z
    .string()
    .min(1, { error: () => REQUEST_TEXT.missing })
    .max(2_000, { error: () => ROW_TEXT.tooLong }),
  format: z
    .enum(SHOP_FEED_FORMATS, { error: () => ROW_TEXT.noneOf(SHOP_FEED_FORMATS.join(', ')) })
    .nullable()
    .default(null),
  every: every.nullable().default(null),
  currency: z
    .string()
    .refine((code) => parseCurrencyCode(code) === code, { error: () => ROW_TEXT.noCurrency })
    .nullable()
    .default(null),
  condition: z
    .enum(CONDITIONS, { error: () => ROW_TEXT.noneOf(CONDITIONS.join(', ')) })
    .nullable()
    .default(null),
  credit: z
    .string()
    .max(300, { error: () => ROW_TEXT.longerThan(300) })
    .nullable()
    .default(null),
  shop: z
    .url({ protocol: /^https?$/, error: () => REQUEST_TEXT.noWebAddress })
    .max(2_000, { error: () => ROW_TEXT.tooLong })
    .nullable()
    .default(null),
  map: columnMap.nullable().default(null),
  only: z.enum(['fashion', 'all'], { error: () => ROW_TEXT.fashionOrAll }).default('fashion'),
  take: z
    .array(
      z
        .string()
        .min(1)
        .max(300, { error: () => ROW_TEXT.longerThan(300) }),
    )
    .max(200)
    .default([]),
})
/** Unvalidated settings from a command line or a form. */
export type NewShop = {
  [name in Exclude<keyof z.input<typeof newShop>, 'take'>]?: string | undefined
} & {
  /** Categories to take in although nothing says that they are fashion. */
  take?: string[] | undefined
  /** Lets this server read its own network. Only commands may set it. */
  allowsPrivate?: boolean
}

const PREVIEW_ITEMS = 10

const MAX_RUNS = 10
/** Several, because a shop that sends a byte a second must not delay the others. */
const CONCURRENT_FEEDS = 3

const HOUR = 60
const DAY = 24 * HOUR

const everyText = (minutes: number) => {
  const { every } = SHOPS_SERVICE_TEXT
  if (minutes % DAY === 0) return every.days(minutes / DAY)
  return minutes % HOUR === 0 ? every.hours(minutes / HOUR) : every.minutes(minutes)
}

const restateReason = (reason: string | null) => (reason === null ? null : restateMessage(reason))

const CONNECT_TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5

type ShopsDependencies = {
  pool: Database['pool']
  atomically: Atomically
  /** Waits until searches reflect the catalogue. */
  waitForSearch?: (() => Promise<void>) | undefined
  /** Without it, uploaded files cannot be read. */
  shopFiles?: ShopFiles | undefined
  /** Allows the image proxy to show the pictures of a preview. */
  rememberPictures?: ((urls: readonly string[]) => Promise<void>) | undefined
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
    const problem = ROW_TEXT.inColumn(issue?.path.join('.') ?? '', issue?.message ?? ROW_TEXT.wrong)
    throw new ShopError(FEED_TEXT.sentence(problem))
  }
  const { every, shop, map, only, take, ...feed } = parsed.data
  const protocol = /^([a-z][a-z0-9+.-]+):\/\//i.exec(feed.source)?.[1]?.toLowerCase()
  if (protocol !== undefined && protocol !== 'http' && protocol !== 'https')
    throw new ShopError(SHOPS_SERVICE_TEXT.wrongProtocol(protocol))
  return {
    ...feed,
    everyMinutes: every,
    shopUrl: shop,
    columnMap: map,
    takesAll: only === 'all',
    takesUnclear: false,
    takenCategories: take,
    allowsPrivate,
  }
}

export const createShops = (options: ShopsDependencies) => {
  const { pool, atomically, folder, log, web = {}, timeoutMs = CONNECT_TIMEOUT_MS } = options
  const limits = { timeoutMs, maxBytes: FEED_LIMITS.bytes, maxRedirects: MAX_REDIRECTS }
  const client = createPublicClient(web, limits)
  const privateClient = createPublicClient({ isPublic: () => true, ports: null }, limits)
  const store = createFeedsStore(pool)
  const stopping = new AbortController()
  const parsers = createParsers({ threads: CONCURRENT_FEEDS })
  const runs = createFeedRuns({
    store,
    client,
    privateClient,
    parsers,
    importItems: createFeedImporter(createImportStore(pool)),
    shopFiles: options.shopFiles ?? (async () => null),
    folder,
    stopping: stopping.signal,
    log,
  })
  const unknownShop = (name: string) => new ShopError(SHOPS_SERVICE_TEXT.unknownShop(name))
  const findFeed = async (name: string): Promise<Feed> => {
    const feed = await store.find(name)
    if (!feed) throw unknownShop(name)
    return feed
  }

  /** Reserves the feed, or fails at once. The returned function reads it. */
  const begin = async (name: string) => {
    const read = await runs.begin(await findFeed(name))
    if (!read) throw new FeedBusyError(SHOPS_SERVICE_TEXT.isBeingRead)
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
        lastRun: feed.lastRun && { ...feed.lastRun, reason: restateReason(feed.lastRun.reason) },
      })),

    /** The first items of a feed and the columns they come from. Writes nothing. */
    preview: async (input: NewShop) => {
      const feed = settingsOf({ ...input, name: 'preview' })
      try {
        const { columns, map, items, ...report } = await runInLanguage(ENGLISH, () =>
          runs.preview({ ...feed, shopId: 0 }, PREVIEW_ITEMS),
        )
        const pages = pagesOf(items.map(({ canonicalUrl }) => canonicalUrl))
        const sellerId = await findSeller(pool, pages, 0)
        await options.rememberPictures?.(items.flatMap(({ pictures }) => pictures.slice(0, 1)))
        return {
          columns: [...columns],
          map: map as Record<string, string>,
          ...report,
          problems: report.problems.map(restateMessage),
          leftOut: report.leftOut.map((group) =>
            Object.assign(group, { reason: restateMessage(group.reason) }),
          ),
          /** The shop that already offers these items. */
          seller: sellerId === null ? null : await store.nameOf(sellerId),
          items: items.map((item) => ({
            title: item.title,
            price: showPrice(item.amount, item.currency) ?? '',
            link: item.url,
            picture: item.pictures[0] ?? null,
            brand: item.brand,
            kind: item.kind,
            sizes: item.sizes,
            colors: item.colors,
          })),
        }
      } catch (cause) {
        if (cause instanceof BrokenFeedError)
          throw new ShopError(
            restateMessage(runInLanguage(ENGLISH, () => asSentence(cause.message))),
            { cause },
          )
        throw cause
      }
    },

    /** `replaces`: the shop exists and is read from this feed instead of its former one. */
    add: async ({ replaces = false, ...input }: NewShop & { replaces?: boolean | undefined }) => {
      const feed = settingsOf(input)
      const { name, source } = feed
      if (replaces) {
        const { shopId } = await findFeed(name)
        await store.replace(shopId, feed)
        return
      }
      if (await store.exists(name)) throw new ShopError(SHOPS_SERVICE_TEXT.shopExists(name))
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

    replaceFile: async (name: string, source: string) => {
      const feed = await findFeed(name)
      if (uploadIn(feed.source) === null)
        throw new ShopError(SHOPS_SERVICE_TEXT.notFromFile(name, feed.source))
      await store.setSource(feed.shopId, source)
    },

    run: async (name: string, options?: RunOptions) => (await begin(name))(options),

    runDue: async () => {
      const readers = Array.from({ length: CONCURRENT_FEEDS }, async () => {
        for (let feed = await store.takeDue(); feed; feed = await store.takeDue())
          await (
            await runs.begin(feed)
          )?.()
      })
      const failure = (await Promise.allSettled(readers)).find(
        ({ status }) => status === 'rejected',
      )
      if (failure?.status === 'rejected') throw failure.reason
    },

    runs: async (name: string) => {
      if (!(await store.exists(name))) throw unknownShop(name)
      return (await store.runs(name, MAX_RUNS)).map((run) =>
        Object.assign(run, {
          reason: restateReason(run.reason),
          problems: run.problems.map(([line, problem]): [number, string] => [
            line,
            restateMessage(problem),
          ]),
        }),
      )
    },

    remove: async (name: string) => {
      const { shopId } = await findFeed(name)
      return atomically(async (connection) => {
        const offers = await createFeedsStore(connection).remove(shopId)
        // Makes every server drop what it has cached of the shop.
        await announceCatalogChange(connection)
        return offers
      })
    },

    /** A removal is complete once searches no longer show the products. */
    settleRemoval: async () => {
      await options.waitForSearch?.()
    },

    close: async () => {
      stopping.abort()
      await client.close()
      await privateClient.close()
      await parsers.close()
    },
  }
}
