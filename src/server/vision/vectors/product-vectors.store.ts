import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import {
  countAffectedRows,
  execute,
  raw,
  readRow,
  readRows,
  readValue,
  readValues,
  sql,
} from '#server/core/db/sql.ts'
import { getIndexQueue } from '#server/vision/indexing/indexing.store.ts'
import { type Calibration, calibrationSchema } from '#shared/vision/model-cards.ts'
import type { ProductVector, VectorFilter } from './vector-search.ts'

/** PostgreSQL's binary format of a one-dimensional array: a header, then length and value of each element. */
const ARRAY_HEADER_BYTES = 20
const ELEMENT_BYTES = 8

const toFloats = (sent: string): Float32Array => {
  const bytes = Buffer.from(sent, 'base64')
  const count = (bytes.length - ARRAY_HEADER_BYTES) / ELEMENT_BYTES
  const vector = new Float32Array(count)
  for (let place = 0; place < count; place += 1)
    vector[place] = bytes.readFloatBE(ARRAY_HEADER_BYTES + place * ELEMENT_BYTES + 4)
  return vector
}

/** Parsing 100,000 vectors as decimal text would block the server for many seconds. */
const COLUMNS = `product_key, encode(array_send(vector), 'base64') AS vector, category, owner_uid,
  changed_in::text`

const columns = z.object({
  product_key: z.string(),
  vector: z.string(),
  category: z.string(),
  owner_uid: z.string().nullable(),
  changed_in: z.string(),
})
const toVector = (row: z.infer<typeof columns>): ProductVector => ({
  productKey: row.product_key,
  vector: toFloats(row.vector),
  category: row.category,
  ownerUid: row.owner_uid,
  changedIn: row.changed_in,
})
const vectorRow = columns.transform(toVector)

const matchRow = z.object({ productKey: z.string(), similarity: z.number() })

const PAGE_VECTORS = 4_000

/** A place in the history of changes: what a reader has seen, and when. */
const positionRow = z.object({
  snapshot: z.string(),
  at: z.string(),
  /** False if the history since `from` is lost: its deletions were swept, or the database restored. */
  canContinue: z.boolean(),
})
export type HistoryPosition = Pick<z.infer<typeof positionRow>, 'snapshot' | 'at'>

const place = z.object({ product_key: z.string(), changed_in: z.string() })
type Place = z.infer<typeof place>
const listKeys = (places: readonly Place[]) => places.map(({ product_key }) => product_key)
type Change<T> = { place: Place; change: T }

const removedRow = place.transform((row): Change<string> => ({
  place: row,
  change: row.product_key,
}))
const changedRow = columns
  .extend(place.shape)
  .transform((row): Change<ProductVector> => ({ place: row, change: toVector(row) }))

export const createProductVectorsStore = (connection: Connection) => {
  const pagesOf = async function* <T>(
    row: z.ZodType<Change<T>>,
    what: string,
    version: string,
    from: HistoryPosition,
  ) {
    // Everything below the oldest transaction that was running then has been seen.
    let after: Place = { changed_in: from.snapshot.split(':')[0] ?? '0', product_key: '' }
    for (;;) {
      // What the snapshot does not show. Rows restored from elsewhere carry future numbers.
      const page = await readRows(connection, row)`
        SELECT ${raw(what)} WHERE model_version = ${version}
          AND (changed_in, product_key) > (${after.changed_in}::xid8, ${after.product_key})
          AND NOT pg_visible_in_snapshot(changed_in, ${from.snapshot}::pg_snapshot)
          AND changed_in < pg_snapshot_xmax(pg_current_snapshot())
        ORDER BY changed_in, product_key LIMIT ${PAGE_VECTORS}`
      const last = page.at(-1)
      if (last) yield page.map(({ change }) => change)
      if (!last || page.length < PAGE_VECTORS) return
      after = { changed_in: last.place.changed_in, product_key: last.place.product_key }
    }
  }

  const read = (version: string, productKeys: readonly string[]) =>
    readRows(connection, vectorRow)`
      SELECT ${raw(COLUMNS)} FROM model_vectors WHERE model_version = ${version}
        AND product_key = ANY (${productKeys})`

  return {
    /** The present position, to read changes from later. */
    position: async (from: HistoryPosition | null = null) => {
      const seen = sql`${from?.snapshot ?? null}::pg_snapshot`
      const now = await readRow(connection, positionRow)`
        SELECT pg_current_snapshot()::text AS snapshot, now()::text AS at,
          ${seen} IS NOT NULL AND ${from?.at ?? null}::timestamptz > now() - interval '12 hours'
            AND pg_snapshot_xmax(${seen}) <= pg_snapshot_xmax(pg_current_snapshot())
            AS "canContinue"`
      if (!now) throw new Error('The database gave no snapshot')
      return now
    },

    /** The keys of all vectors, page by page, and the vectors that differ from the known ones. */
    readAll: async function* (version: string, known: ReadonlyMap<string, string>) {
      for (let after = ''; ;) {
        const page = await readRows(connection, place)`
          SELECT product_key, changed_in::text FROM model_vectors
          WHERE model_version = ${version} AND product_key > ${after} ORDER BY product_key
            LIMIT ${PAGE_VECTORS}`
        const last = page.at(-1)
        if (!last) return
        const changed = page.filter((row) => known.get(row.product_key) !== row.changed_in)
        yield {
          productKeys: page.map(({ product_key }) => product_key),
          rows: changed.length === 0 ? [] : await read(version, listKeys(changed)),
        }
        after = last.product_key
      }
    },

    /** Removals come first: a product that was removed and added again is there. */
    readRemoved: (version: string, from: HistoryPosition) =>
      pagesOf(removedRow, 'changed_in::text, product_key FROM forgotten_vectors', version, from),

    readChanged: (version: string, from: HistoryPosition) =>
      pagesOf(changedRow, `${COLUMNS} FROM model_vectors`, version, from),

    read,

    /** The length of a model's vectors; null if there are none. */
    dimensionsOf: (version: string) =>
      readValue(connection, z.number())`
        SELECT cardinality(vector) FROM model_vectors WHERE model_version = ${version} LIMIT 1`,

    /** Compares every row of the catalogue, or of one owner: only for a few. */
    compare: (
      version: string,
      vector: Float32Array,
      count: number,
      { category, ownerUid, among }: VectorFilter,
    ) =>
      readRows(connection, matchRow)`
        SELECT product_key AS "productKey", (SELECT coalesce(sum(a::float8 * b), 0)
          FROM unnest(vector, ${`{${vector.join(',')}}`}::real[]) AS pair(a, b)) AS similarity
        FROM model_vectors
        WHERE model_version = ${version}
          ${category === undefined ? raw('') : sql`AND category = ${category}`}
          AND ${ownerUid === undefined ? raw('owner_uid IS NULL') : sql`owner_uid = ${ownerUid}`}
          ${among === undefined ? raw('') : sql`AND product_key = ANY (${among})`}
        ORDER BY similarity DESC, product_key LIMIT ${count}`,

    /** PostgreSQL arrays of arrays must be rectangular, so each vector is sent as the text of an array. */
    write: (version: string, vectors: readonly ProductVector[]) =>
      execute(connection)`
        INSERT INTO model_vectors (product_key, vector, category, owner_uid, model_version)
        SELECT product_key, vector::real[], category, owner_uid, ${version}
        FROM unnest(${vectors.map(({ productKey }) => productKey)}::text[],
          ${vectors.map(({ vector }) => `{${vector.join(',')}}`)}::text[],
          ${vectors.map(({ category }) => category)}::text[],
          ${vectors.map(({ ownerUid }) => ownerUid)}::text[])
          AS given(product_key, vector, category, owner_uid)
        ON CONFLICT (model_version, product_key) DO UPDATE SET vector = excluded.vector,
          category = excluded.category, owner_uid = excluded.owner_uid`,

    /** Removes the vectors of all models. */
    remove: (productKeys: readonly string[]) =>
      execute(connection)`SELECT forget_vectors(${productKeys})`,
  }
}
export type ProductVectorsStore = ReturnType<typeof createProductVectorsStore>

/** A rollback within this time finds its vectors. */
const UNUSED_DAYS = 7
/** Deleting a million rows at once would hold their locks for minutes. */
const SWEEP_BATCH = 5_000

const servedRow = z.object({ version: z.string(), calibration: calibrationSchema })

/** The models whose vectors the database keeps, and which of them serve. */
export const createVectorModelsStore = (connection: Connection) => {
  const deleteVectors = async (version: string) => {
    for (let deleted = SWEEP_BATCH; deleted === SWEEP_BATCH;)
      deleted = await countAffectedRows(connection)`
        DELETE FROM model_vectors WHERE (model_version, product_key) IN
          (SELECT model_version, product_key FROM model_vectors WHERE model_version = ${version}
            LIMIT ${SWEEP_BATCH})`
  }

  return {
    /** Called at startup and every hour: work is queued only for models in use. */
    register: (version: string, calibration: Calibration) =>
      execute(connection)`
        INSERT INTO vector_models (version, calibration)
          VALUES (${version}, ${JSON.stringify(calibration)})
        ON CONFLICT (version) DO UPDATE SET calibration = excluded.calibration, seen_at = now()`,

    markComplete: (version: string) =>
      execute(connection)`
        UPDATE vector_models SET completed_at = now() WHERE version = ${version}
          AND completed_at IS NULL
          AND NOT EXISTS (SELECT FROM jobs WHERE queue = ${getIndexQueue(version)}
            AND failed_at IS NULL)`,

    isComplete: async (version: string) =>
      (await readValue(connection, z.boolean())`
        SELECT completed_at IS NOT NULL FROM vector_models WHERE version = ${version}`) ?? false,

    /** The complete model to serve while `version` is incomplete. */
    findCompleteModel: (version: string) =>
      readRow(connection, servedRow)`
        SELECT version, calibration FROM vector_models
        WHERE version <> ${version} AND completed_at IS NOT NULL AND calibration IS NOT NULL
        ORDER BY completed_at DESC LIMIT 1`,

    /** Forgets old deletions, and models that no server has used for a week once another is complete. */
    sweep: async () => {
      await execute(connection)`
        DELETE FROM forgotten_vectors WHERE forgotten_at < now() - interval '1 day'`
      const unused = await readValues(connection, z.string())`
        SELECT version FROM vector_models unused
          WHERE seen_at < now() - ${UNUSED_DAYS} * interval '1 day'
          AND EXISTS (SELECT FROM vector_models other
            WHERE other.version <> unused.version AND other.completed_at IS NOT NULL
              AND other.seen_at > now() - ${UNUSED_DAYS} * interval '1 day')`
      for (const version of unused) {
        await deleteVectors(version)
        await execute(connection)`DELETE FROM jobs WHERE queue = ${getIndexQueue(version)}`
        await execute(connection)`DELETE FROM vector_models WHERE version = ${version}`
      }
    },
  }
}
