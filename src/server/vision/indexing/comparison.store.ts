import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { countRows, raw, readRow, readValue, sql, type Sql } from '#server/core/db/sql.ts'
import { INDEX_QUEUE, indexQueueOf } from './indexing.store.ts'

/** Sorts before every key. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Limits the queue, however large the catalogue is. */
const PAGE_PRODUCTS = 5_000

const ADDED_WITH_PICTURE =
  raw(`SELECT user_product_key(user_id, detection_id) AS key FROM user_products
  WHERE type = 'my_product' AND coalesce(image_url, thumbnail) IS NOT NULL`)

const withoutVector = (version: string) => sql`NOT EXISTS (SELECT FROM model_vectors
  WHERE model_vectors.product_key = known.key AND model_version = ${version})`

/** Or without a category that anybody states, and never looked at for one. */
const isToBeIndexed = (
  version: string,
) => sql`(${withoutVector(version)} OR known.lacks_category AND NOT EXISTS
  (SELECT FROM catalog.seen_attributes seen WHERE seen.product_id = known.id))`

/** Leaves alone jobs that failed too often or that another server has taken. */
const enqueueJobs = (version: string, condition: Sql) => sql`INSERT INTO jobs (queue, key)
  SELECT ${indexQueueOf(version)}, key FROM known WHERE ${condition} ORDER BY key
  ON CONFLICT (queue, key) DO NOTHING`

const enqueueAddedProducts = (pool: Connection, version: string): Promise<number> =>
  countRows(pool)`
    WITH known AS (${ADDED_WITH_PICTURE}) ${enqueueJobs(version, withoutVector(version))}`

const pageRow = z.object({ asked: z.number(), last: z.string().nullable() })

const enqueuePage = async (pool: Connection, version: string, after: string, size: number) => {
  const page = await readRow(pool, pageRow)`
    WITH page AS (SELECT id, product_key, category, pictures FROM catalog.products
        WHERE product_key > ${after} ORDER BY product_key LIMIT ${size}),
      known AS (SELECT id, product_key::text AS key,
        category IS NULL AND pictures <> '{}' AS lacks_category FROM page),
      asked AS (${enqueueJobs(version, isToBeIndexed(version))} RETURNING 1)
    SELECT (SELECT count(*)::int FROM asked) AS asked,
      (SELECT product_key FROM page ORDER BY product_key DESC LIMIT 1) AS last`
  return page ?? { asked: 0, last: null }
}

type Comparison = {
  /** Starts over after the catalogue has changed. */
  restart(): void
  /** Queues the next products without a vector; false if there are none. */
  enqueueMore(): Promise<boolean>
}

/**
 * Walks the catalogue alongside this model's vectors and queues what is missing: new products,
 * everything after a model change, and what a stopped server left undone.
 */
export const createComparison = (
  pool: Connection,
  version: string,
  pageSize = PAGE_PRODUCTS,
): Comparison => {
  let place: { after: string } | null = { after: BEFORE_ALL }
  return {
    restart: () => {
      place = { after: BEFORE_ALL }
    },
    enqueueMore: async () => {
      while (place) {
        const from = place
        const added = from.after === BEFORE_ALL ? await enqueueAddedProducts(pool, version) : 0
        const { asked, last } = await enqueuePage(pool, version, from.after, pageSize)
        // Unless restart() was called meanwhile.
        if (place === from) place = last === null ? null : { after: last }
        if (added + asked > 0) return true
      }
      return false
    },
  }
}

/** How many products have no vector yet, queued or not. */
export const countMissing = async (pool: Connection, version: string) => {
  const queue = indexQueueOf(version)
  const missing = await readValue(pool, z.number())`
    WITH known AS (SELECT product_key::text AS key FROM catalog.products
      UNION ALL ${ADDED_WITH_PICTURE})
    SELECT count(*)::int FROM (
      SELECT key FROM known WHERE ${withoutVector(version)}
        AND NOT EXISTS (SELECT FROM jobs WHERE jobs.queue = ${queue} AND jobs.key = known.key)
      UNION SELECT key FROM jobs WHERE queue IN (${queue}, ${INDEX_QUEUE}) AND failed_at IS NULL)
      wanted`
  return missing ?? 0
}
