import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import {
  countAffectedRows,
  affectsRow,
  raw,
  readRows,
  readValue,
  sql,
  type Sql,
} from '#server/core/db/sql.ts'
import { createPicturedProducts, type PicturedProduct } from '#server/features/catalog/index.ts'
import type { Box } from '#shared/domain/box.ts'
import { type Category, chooseProductCategory } from '#shared/domain/category.ts'
import type { StatedAttributes } from './read-product-picture.ts'

/** The database queues new and changed products here, whichever models are in use. */
export const INDEX_QUEUE = 'product-vector'

/** Each model has a queue of its own: the same product is due once for every model. */
export const getIndexQueue = (version: string) => `${INDEX_QUEUE}@${version}`

const PAGE = 1_000

/** Passes products on to the queues of all registered models; false if there were none. */
export const distributeProducts = (connection: Connection): Promise<boolean> =>
  affectsRow(connection)`
    WITH due AS (SELECT queue, key FROM jobs
        WHERE queue = ${INDEX_QUEUE} AND failed_at IS NULL AND due_at <= now()
        ORDER BY due_at, key LIMIT ${PAGE} FOR UPDATE SKIP LOCKED),
      taken AS (DELETE FROM jobs USING due
        WHERE jobs.queue = due.queue AND jobs.key = due.key RETURNING jobs.key),
      models AS (SELECT ${INDEX_QUEUE} || '@' || version AS queue FROM vector_models
        WHERE calibration IS NOT NULL AND seen_at > now() - interval '7 days'),
      told AS (SELECT pg_notify('jobs', queue) FROM models WHERE EXISTS (SELECT FROM taken)),
      asked AS (INSERT INTO jobs (queue, key)
        SELECT models.queue, taken.key FROM taken, models ORDER BY models.queue, taken.key
        ON CONFLICT (queue, key) DO UPDATE
          SET due_at = now(), attempts = 0, failed_at = NULL, revision = jobs.revision + 1)
    SELECT key FROM taken, (SELECT count(*) FROM told) AS counted`

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

const getBox = (numbers: number[] | null): Box | null => {
  const [x = 0, y = 0, width = 0, height = 0] = numbers ?? []
  return numbers ? { x, y, width, height } : null
}

/** A title that names a category says what the picture shows. */
const listStatedWords = (category: Category, kind: string | null): StatedAttributes => ({
  kind,
  category: category === 'other' ? null : category,
})

/** Further pictures add little, and each costs a download and model runs. */
const MAX_PICTURES = 3

const catalogSubject = (product: PicturedProduct): Subject => {
  const [first = product.look ?? '', ...others] = product.pictures
  const category = chooseProductCategory(product)
  return {
    productKey: product.key,
    urls: [first, ...others],
    box: getBox(product.box),
    category,
    ownerUid: null,
    stated: listStatedWords(category, product.kind),
  }
}

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
      stated: listStatedWords(category, null),
    }
  })

const isAdded = (key: string) => key.startsWith('user:')

export const createSubjectsStore = (connection: Connection) => {
  const catalogSubjects = async (keys?: readonly string[]) =>
    (await createPicturedProducts(connection).read(MAX_PICTURES, keys)).map(catalogSubject)

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
      ...(await catalogSubjects(keys.filter((key) => !isAdded(key)))),
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

/** Leaves alone jobs that failed too often or that another server has taken. */
const enqueueJobs = (version: string, condition: Sql) => sql`INSERT INTO jobs (queue, key)
  SELECT ${getIndexQueue(version)}, key FROM known WHERE ${condition} ORDER BY key
  ON CONFLICT (queue, key) DO NOTHING`

const enqueueUserProducts = (pool: Connection, version: string): Promise<number> =>
  countAffectedRows(pool)`
    WITH known AS (${ADDED_WITH_PICTURE}) ${enqueueJobs(version, withoutVector(version))}`

const enqueuePage = async (pool: Connection, version: string, after: string, size: number) => {
  const page = await createPicturedProducts(pool).pageKeys(after, size)
  const asked = await countAffectedRows(pool)`
    WITH known AS (SELECT * FROM unnest(${page.map(({ key }) => key)}::text[],
      ${page.map(({ isUnseen }) => isUnseen)}::boolean[]) AS given(key, is_unseen))
    ${enqueueJobs(version, sql`(${withoutVector(version)} OR is_unseen)`)}`
  return { asked, last: page.at(-1)?.key ?? null }
}

type VectorBackfill = {
  /** Starts over after the catalogue has changed. */
  restart(): void
  /** Queues the next products without a vector; false if there are none. */
  enqueueMore(): Promise<boolean>
}

/**
 * Walks the catalogue alongside this model's vectors and queues what is missing: new products,
 * everything after a model change, and what a stopped server left undone.
 */
export const createVectorBackfill = (
  pool: Connection,
  version: string,
  pageSize = PAGE_PRODUCTS,
): VectorBackfill => {
  let place: { after: string } | null = { after: BEFORE_ALL }
  return {
    restart: () => {
      place = { after: BEFORE_ALL }
    },
    enqueueMore: async () => {
      while (place) {
        const from = place
        const added = from.after === BEFORE_ALL ? await enqueueUserProducts(pool, version) : 0
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
  const queue = getIndexQueue(version)
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
