import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import {
  affectsRow,
  execute,
  hasRow,
  raw,
  readRow,
  readRows,
  readValue,
  sql,
} from '#server/core/db/sql.ts'
import { shopRunSchema } from '#shared/contract/admin-catalog.ts'
import { CONDITIONS } from '#shared/contract/catalog.ts'
import { ATTRIBUTES } from './feed-columns.ts'
import { SHOP_FEED_FORMATS } from './feed-parser.ts'
import { createShopsStore, readLastContents } from '#server/features/catalog/index.ts'

const text = z.string().nullable()
const settingsRow = z.object({
  name: z.string(),
  source: z.string(),
  // Earlier versions also stored formats that the columns of a file tell: 'google-tsv', 'awin', 'cj'.
  format: z.enum(SHOP_FEED_FORMATS).nullable().catch(null),
  currency: text,
  condition: z.enum(CONDITIONS).nullable(),
  everyMinutes: z.number().nullable(),
  credit: text,
  shopUrl: text,
  columnMap: z.partialRecord(z.enum(ATTRIBUTES), z.string()).nullable(),
  takesAll: z.boolean(),
  takesUnclear: z.boolean(),
  takenCategories: z.array(z.string()),
  allowsPrivate: z.boolean(),
})
const feedRow = settingsRow.extend({
  shopId: z.number(),
  etag: text,
  lastModified: text,
  contentHash: text,
  isBeingRead: z.boolean(),
})
export type Feed = z.output<typeof feedRow> & { offers: number }
export type FeedSource = z.output<typeof settingsRow> & Pick<Feed, 'shopId'>

const FEED_COLUMNS = raw(`feed.shop_id AS "shopId", feed.name, source, format, currency, condition,
  every_minutes AS "everyMinutes", etag, last_modified AS "lastModified", content_hash AS "contentHash",
  credit, shop_url AS "shopUrl", column_map AS "columnMap", takes_all AS "takesAll",
  takes_unclear AS "takesUnclear", taken_categories AS "takenCategories",
  allows_private AS "allowsPrivate", coalesce(reading_until > now(), false) AS "isBeingRead"`)
const FEED = sql`SELECT ${FEED_COLUMNS} FROM catalog.feeds feed`
/** With the count of offers after the last run: counting those of a large shop takes a second. */
const FEED_LIST = sql`SELECT ${FEED_COLUMNS}, coalesce(run.offers, 0) AS offers,
    (SELECT file.name FROM catalog_imports file
      WHERE feed.source = 'upload:' || file.id) AS "fileName",
    CASE WHEN run.ended_at IS NOT NULL THEN json_build_object('endedAt', run.ended_at,
      'outcome', run.outcome, 'reason', run.reason) END AS "lastRun"
  FROM catalog.feeds feed LEFT JOIN LATERAL (SELECT offers, ended_at, outcome, reason
    FROM catalog.feed_runs WHERE shop_id = feed.shop_id ORDER BY id DESC LIMIT 1) run ON true`

const feedListRow = feedRow.extend({
  offers: z.number(),
  fileName: text,
  lastRun: shopRunSchema
    .pick({ outcome: true, reason: true })
    .extend({ endedAt: z.coerce.date().pipe(isoTime) })
    .nullable(),
})

const runRow = shopRunSchema.extend({ startedAt: isoTime, endedAt: isoTime })
/** A run in progress. */
export type FeedRun = Omit<z.output<typeof runRow>, 'startedAt' | 'endedAt'> & { startedAt: Date }

type NewFeed = z.output<typeof settingsRow> & {
  host: string | null
  homePage: string | null
}

const MAX_RUNS = 50
/** How long a feed stays reserved for a server that died. */
export const READING_LEASE_MS = 30_000

const withOffers = async (
  connection: Connection,
  feed: z.output<typeof feedRow> | null,
): Promise<Feed | null> =>
  feed && { ...feed, offers: await createShopsStore(connection).countOffers(feed.shopId) }

export const createFeedsStore = (connection: Connection) => ({
  list: () => readRows(connection, feedListRow)`${FEED_LIST} ORDER BY feed.name`,
  exists: (name: string) => hasRow(connection)`SELECT FROM catalog.feeds WHERE name = ${name}`,
  find: async (name: string) =>
    withOffers(connection, await readRow(connection, feedRow)`${FEED} WHERE feed.name = ${name}`),

  /** Takes the feed that has been due longest and schedules its next run, so that nobody else takes it. */
  takeDue: async () =>
    withOffers(
      connection,
      await readRow(connection, feedRow)`
        WITH due AS (
          UPDATE catalog.feeds SET next_run_at = now() + every_minutes * interval '1 minute'
          WHERE shop_id = (SELECT shop_id FROM catalog.feeds WHERE next_run_at <= now()
            ORDER BY next_run_at LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING shop_id)
        ${FEED} JOIN due USING (shop_id)`,
    ),

  /** Adds the feed to the shop of this host if a catalogue file has created one, otherwise to a new shop. */
  add: async (feed: NewFeed): Promise<number> => {
    const shops = createShopsStore(connection)
    const sameHostId = await shops.findByHost(feed.host)
    const hasFeed = await hasRow(
      connection,
    )`SELECT FROM catalog.feeds WHERE shop_id = ${sameHostId}`
    const shopId = sameHostId === null || hasFeed ? await shops.add(feed) : sameHostId
    await shops.rename(shopId, feed.name)
    await execute(connection)`
      INSERT INTO catalog.feeds (shop_id, name, source, format, currency, condition, every_minutes,
        credit, shop_url, column_map, takes_all, taken_categories, allows_private, next_run_at)
      VALUES (${shopId}, ${feed.name}, ${feed.source}, ${feed.format}, ${feed.currency},
        ${feed.condition}, ${feed.everyMinutes}, ${feed.credit}, ${feed.shopUrl},
        ${feed.columnMap && JSON.stringify(feed.columnMap)}, ${feed.takesAll},
        ${feed.takenCategories}, ${feed.allowsPrivate}, CASE WHEN ${feed.everyMinutes}::int IS NOT NULL THEN now() END)`
    return shopId
  },

  nameOf: (shopId: number) =>
    readValue(connection, z.string())`SELECT name FROM catalog.feeds WHERE shop_id = ${shopId}`,

  /** The shop is read from another feed from now on, whose items replace those of the former. */
  replace: (shopId: number, feed: Omit<NewFeed, 'host' | 'homePage'>) =>
    execute(connection)`
      UPDATE catalog.feeds SET source = ${feed.source}, format = ${feed.format},
        currency = ${feed.currency}, condition = ${feed.condition},
        every_minutes = ${feed.everyMinutes}, credit = ${feed.credit}, shop_url = ${feed.shopUrl},
        column_map = ${feed.columnMap && JSON.stringify(feed.columnMap)},
        takes_all = ${feed.takesAll}, taken_categories = ${feed.takenCategories},
        allows_private = ${feed.allowsPrivate}, etag = NULL, last_modified = NULL,
        content_hash = NULL,
        next_run_at = CASE WHEN ${feed.everyMinutes}::int IS NOT NULL THEN now() END
      WHERE shop_id = ${shopId}`,

  setSource: (shopId: number, source: string) =>
    execute(connection)`UPDATE catalog.feeds SET source = ${source} WHERE shop_id = ${shopId}`,

  /** False if another server or command is reading it. */
  beginReading: (shopId: number) =>
    affectsRow(connection)`
      UPDATE catalog.feeds SET reading_until = now() + ${READING_LEASE_MS} * interval '1 ms'
      WHERE shop_id = ${shopId} AND coalesce(reading_until < now(), true)`,
  renewReading: (shopId: number) =>
    execute(connection)`
      UPDATE catalog.feeds SET reading_until = now() + ${READING_LEASE_MS} * interval '1 ms'
        WHERE shop_id = ${shopId}`,
  endReading: (shopId: number) =>
    execute(connection)`UPDATE catalog.feeds SET reading_until = NULL WHERE shop_id = ${shopId}`,

  remember: (
    shopId: number,
    { etag, lastModified, contentHash }: Pick<Feed, 'etag' | 'lastModified' | 'contentHash'>,
  ) =>
    execute(connection)`
      UPDATE catalog.feeds SET etag = ${etag}, last_modified = ${lastModified},
        content_hash = ${contentHash} WHERE shop_id = ${shopId}`,

  contents: (shopId: number) => readLastContents(connection, shopId),

  addRun: async (shopId: number, run: FeedRun) => {
    const offers = await createShopsStore(connection).countOffers(shopId)
    await execute(connection)`
      INSERT INTO catalog.feed_runs (shop_id, started_at, outcome, reason, items, added, changed,
        unavailable, skipped, problems, joined, left_out, left_out_by, offers)
      VALUES (${shopId}, ${run.startedAt}, ${run.outcome}, ${run.reason}, ${run.items},
        ${run.added}, ${run.changed}, ${run.unavailable}, ${run.skipped},
        ${JSON.stringify(run.problems)}, ${run.joined}, ${run.leftOut},
        ${JSON.stringify(run.leftOutBy)}, ${offers})`
    await execute(connection)`
      DELETE FROM catalog.feed_runs WHERE shop_id = ${shopId} AND id NOT IN
      (SELECT id FROM catalog.feed_runs WHERE shop_id = ${shopId} ORDER BY id DESC
        LIMIT ${MAX_RUNS})`
  },

  runs: (name: string, limit: number) =>
    readRows(connection, runRow)`
      SELECT started_at AS "startedAt", ended_at AS "endedAt", outcome, reason, items, added,
        changed, unavailable, skipped, joined, left_out AS "leftOut",
        left_out_by AS "leftOutBy", problems
      FROM catalog.feed_runs run JOIN catalog.feeds feed USING (shop_id)
      WHERE feed.name = ${name} ORDER BY run.id DESC LIMIT ${limit}`,

  /** Returns how many offers the shop had. */
  remove: async (shopId: number) => {
    await execute(connection)`DELETE FROM catalog.feeds WHERE shop_id = ${shopId}`
    return createShopsStore(connection).removeOffers(shopId)
  },
})
export type FeedsStore = ReturnType<typeof createFeedsStore>
