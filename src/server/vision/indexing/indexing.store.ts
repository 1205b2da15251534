import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import {
  countRows,
  execute,
  matchesRow,
  raw,
  readRow,
  readRows,
  readValue,
  sql,
  type Sql,
} from '#server/core/db/sql.ts'
import type { Box } from '#shared/domain/box.ts'
import { type Category, chooseProductCategory } from '#shared/domain/category.ts'
import type { SeenAttributes, StatedAttributes } from './read-product-picture.ts'

/** The database queues new and changed products here, whichever models are in use. */
export const INDEX_QUEUE = 'product-vector'

/** Each model has a queue of its own: the same product is due once for every model. */
export const indexQueueOf = (version: string) => `${INDEX_QUEUE}@${version}`

const PAGE = 1_000

/** Passes products on to the queues of all registered models; false if there were none. */
export const distributeProducts = (connection: Connection): Promise<boolean> =>
  matchesRow(connection)`
    WITH due AS (SELECT queue, key FROM jobs
        WHERE queue = ${INDEX_QUEUE} AND failed_at IS NULL AND due_at <= now()
        ORDER BY due_at, key LIMIT ${PAGE} FOR UPDATE SKIP LOCKED),
      taken AS (DELETE FROM jobs USING due
        WHERE jobs.queue = due.queue AND jobs.key = due.key RETURNING jobs.key),
      users AS (SELECT ${INDEX_QUEUE} || '@' || version AS queue FROM vector_models
        WHERE calibration IS NOT NULL AND seen_at > now() - interval '7 days'),
      told AS (SELECT pg_notify('jobs', queue) FROM users WHERE EXISTS (SELECT FROM taken)),
      asked AS (INSERT INTO jobs (queue, key)
        SELECT users.queue, taken.key FROM taken, users ORDER BY users.queue, taken.key
        ON CONFLICT (queue, key) DO UPDATE
          SET due_at = now(), attempts = 0, failed_at = NULL, revision = jobs.revision + 1)
    SELECT key FROM taken, (SELECT count(*) FROM told) AS counted`

export type SeenProduct = SeenAttributes & { productKey: string }

export const createSeenAttributesStore = (connection: Connection) => ({
  /** Of products that still exist. `models`: which looked. */
  write: (models: string, products: readonly SeenProduct[]): Promise<void> =>
    execute(connection)`
      INSERT INTO catalog.seen_attributes AS known
        (product_id, models, category, kind, type, colors, pattern, material)
      SELECT product.id, ${models}, seen.category, seen.kind, seen.type, nullif(seen.colors, '{}'),
        seen.pattern, seen.material
      FROM json_to_recordset(${JSON.stringify(products)}::json) AS seen("productKey" uuid,
        category text, kind text, type text, colors text[], pattern text, material text)
      JOIN catalog.products product ON product.product_key = seen."productKey"
      ON CONFLICT (product_id) DO UPDATE SET models = excluded.models, category = excluded.category,
        kind = excluded.kind, type = excluded.type, colors = excluded.colors,
        pattern = excluded.pattern, material = excluded.material, seen_at = now()`,
})

export type Subject = {
  productKey: string
  /** Only the first must be readable; the others are optional. */
  urls: [string, ...string[]]
  /** Fractions of the picture; null if the product has to be found on it. */
  box: Box | null
  category: Category
  ownerUid: string | null
  stated: StatedAttributes
}

const boxOf = (numbers: number[] | null): Box | null => {
  const [x = 0, y = 0, width = 0, height = 0] = numbers ?? []
  return numbers ? { x, y, width, height } : null
}

/** A title that names a category says what the picture shows. */
const statedOf = (category: Category, kind: string | null): StatedAttributes => ({
  kind,
  category: category === 'other' ? null : category,
})

/** Further pictures add little, and each costs a download and model runs. */
const MAX_PICTURES = 3

const catalogSubject = z
  .object({
    product_key: z.string(),
    pictures: z.array(z.string()),
    box: z.array(z.number()).nullable(),
    look: z.string().nullable(),
    category: z.string().nullable(),
    kind: z.string().nullable(),
    name: z.string(),
  })
  .transform((row): Subject => {
    const [first = row.look ?? '', ...others] = row.pictures
    const category = chooseProductCategory(row)
    return {
      productKey: row.product_key,
      urls: [first, ...others],
      box: boxOf(row.box),
      category,
      ownerUid: null,
      stated: statedOf(category, row.kind),
    }
  })

const addedSubject = z
  .object({
    product_key: z.string(),
    user_id: z.string(),
    url: z.string(),
    category: z.string().nullable(),
    name: z.string(),
  })
  .transform((row): Subject => {
    const category = chooseProductCategory(row)
    return {
      productKey: row.product_key,
      urls: [row.url],
      box: null,
      category,
      ownerUid: row.user_id,
      stated: statedOf(category, null),
    }
  })

const isAdded = (key: string) => key.startsWith('user:')

export const createSubjectsStore = (connection: Connection) => {
  /** Prefers the product's own picture, then its box in a look, then that whole look. */
  const catalogSubjects = (condition = raw('true')) =>
    readRows(connection, catalogSubject)`
      SELECT product.product_key, product.pictures[1:${raw(MAX_PICTURES)}] AS pictures,
        worn.box, look.url AS look, product.category, product.kind, product.title AS name
      FROM (SELECT * FROM catalog.products WHERE ${condition}) product
      LEFT JOIN LATERAL (SELECT * FROM catalog.worn_items WHERE product_id = product.id
        ORDER BY (box IS NULL), id LIMIT 1) worn ON product.pictures = '{}'
      LEFT JOIN catalog.looks look ON look.id = worn.look_id
      WHERE coalesce(product.pictures[1], look.url) IS NOT NULL
        -- What a shop lists outside fashion is nothing that a photo of an outfit shows.
        AND NOT (coalesce(product.category = 'other', false) AND product.described_by IS NOT NULL
          AND product.worn_count = 0)`

  const addedSubjects = (keys: readonly string[]) =>
    readRows(connection, addedSubject)`
      SELECT user_product_key(user_id, detection_id) AS product_key, user_id, category, name,
        coalesce(image_url, thumbnail) AS url
      FROM user_products
      WHERE type = 'my_product' AND user_product_key(user_id, detection_id) = ANY (${keys})
        AND coalesce(image_url, thumbnail) IS NOT NULL`

  return {
    /** All products; only for a small catalogue. */
    readAll: () => catalogSubjects(),

    /** Those of `keys` that still exist and have a picture. */
    read: async (keys: readonly string[]) => [
      ...(await catalogSubjects(
        sql`product_key = ANY (${keys.filter((key) => !isAdded(key))}::uuid[])`,
      )),
      ...(await addedSubjects(keys.filter(isAdded))),
    ],
  }
}

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
