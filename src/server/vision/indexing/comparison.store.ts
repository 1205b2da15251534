import { z } from 'zod'
import { type Connection, readRow } from '#server/core/db/query.ts'
import { INDEX_QUEUE, indexQueueOf } from './indexing.store.ts'

/** Sorts before every key. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Limits the queue, however large the catalogue is. */
const PAGE_PRODUCTS = 5_000

const ADDED_WITH_PICTURE = `SELECT user_product_key(user_id, detection_id) AS key FROM user_products
  WHERE type = 'my_product' AND coalesce(image_url, thumbnail) IS NOT NULL`

const WITHOUT_VECTOR = `NOT EXISTS (SELECT FROM model_vectors
  WHERE model_vectors.product_key = known.key AND model_version = $2)`

/** Or without a category that anybody states, and never looked at for one. */
const TO_LOOK_AT = `(${WITHOUT_VECTOR} OR known.lacks_category AND NOT EXISTS
  (SELECT FROM catalog.seen_attributes seen WHERE seen.product_id = known.id))`

/** Leaves alone jobs that failed too often or that another server has taken. */
const asking = (condition: string) => `INSERT INTO jobs (queue, key)
  SELECT $1, key FROM known WHERE ${condition} ORDER BY key ON CONFLICT (queue, key) DO NOTHING`

const askForAdded = async (pool: Connection, version: string): Promise<number> => {
  const { rowCount } = await pool.query(
    `WITH known AS (${ADDED_WITH_PICTURE}) ${asking(WITHOUT_VECTOR)}`,
    [indexQueueOf(version), version],
  )
  return rowCount ?? 0
}

const pageRow = z.object({ asked: z.number(), last: z.string().nullable() })
const missingRow = z.object({ missing: z.number() })

const askForPage = async (pool: Connection, version: string, after: string, size: number) => {
  const page = await readRow(
    pool,
    pageRow,
    `WITH page AS (SELECT id, product_key, category, pictures FROM catalog.products
        WHERE product_key > $3 ORDER BY product_key LIMIT $4),
      known AS (SELECT id, product_key::text AS key,
        category IS NULL AND pictures <> '{}' AS lacks_category FROM page),
      asked AS (${asking(TO_LOOK_AT)} RETURNING 1)
    SELECT (SELECT count(*)::int FROM asked) AS asked,
      (SELECT product_key FROM page ORDER BY product_key DESC LIMIT 1) AS last`,
    [indexQueueOf(version), version, after, size],
  )
  return page ?? { asked: 0, last: null }
}

export type Comparison = {
  /** Starts over after the catalogue has changed. */
  restart(): void
  /** Queues the next products without a vector; false if there are none. */
  askForMore(): Promise<boolean>
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
    askForMore: async () => {
      while (place) {
        const from = place
        const added = from.after === BEFORE_ALL ? await askForAdded(pool, version) : 0
        const { asked, last } = await askForPage(pool, version, from.after, pageSize)
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
  const row = await readRow(
    pool,
    missingRow,
    `WITH known AS (SELECT product_key::text AS key FROM catalog.products
      UNION ALL ${ADDED_WITH_PICTURE})
    SELECT count(*)::int AS missing FROM (
      SELECT key FROM known WHERE ${WITHOUT_VECTOR}
        AND NOT EXISTS (SELECT FROM jobs WHERE jobs.queue = $1 AND jobs.key = known.key)
      UNION SELECT key FROM jobs WHERE queue IN ($1, $3) AND failed_at IS NULL) wanted`,
    [indexQueueOf(version), version, INDEX_QUEUE],
  )
  return row?.missing ?? 0
}
