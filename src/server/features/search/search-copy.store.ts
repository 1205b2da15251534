import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import type { Database } from '#server/core/db/database.ts'
import type { Connection, CopyConnection } from '#server/core/db/query.ts'
import { execute, raw, readRow, readRows, readValue, readValues } from '#server/core/db/sql.ts'
import { readVocabularyVersion } from '#server/features/catalog/index.ts'

/** The first of two lock keys; the second is the part. */
const PART_LOCK = 7_341_030
const WAIT_FOR_PART = '10s'
/** One server at a time fills the search database. */
const FILL_LOCK = 7_341_032

/** The columns of the documents, and whether the search database can compare vectors. */
export type CopyTarget = { columns: readonly string[]; hasVectors: boolean }

export type DocumentSelection = { ids: readonly string[] } | { above: string; upTo: string }

/** COPY takes no parameters, so the ids are validated and inlined. */
const selectionSql = (selection: DocumentSelection, column: string): string => {
  const number = (text: string) => BigInt(text).toString()
  return 'ids' in selection
    ? `${column} = ANY ('{${selection.ids.map(number).join(',')}}'::bigint[])`
    : `${column} > ${number(selection.above)} AND ${column} <= ${number(selection.upTo)}`
}

const VECTOR_COLUMNS = 'product_id, product_key, model_version, category, vector'
const vectorsIn = (selection: DocumentSelection) => `SELECT product.id AS product_id,
    stored.product_key, stored.model_version, stored.category, stored.vector
  FROM catalog.products product
  JOIN model_vectors stored ON stored.product_key = product.product_key::text
    AND stored.owner_uid IS NULL
  WHERE ${selectionSql(selection, 'product.id')}`

const digestRow = z
  .object({ product_id: z.string(), digest: z.string() })
  .transform(({ product_id, digest }): [string, string] => [product_id, digest])

type Digests = Map<string, string>

export const createCopySource = (catalog: Connection, { columns }: CopyTarget) => ({
  count: async (): Promise<number> =>
    (await readValue(catalog, z.number())`SELECT count(*)::int FROM search.documents`) ?? 0,

  isComplete: async (): Promise<boolean> => (await readVocabularyVersion(catalog)) > 0,

  oldestIds: (limit: number): Promise<string[]> =>
    readValues(catalog, z.string())`
      SELECT product_id FROM search.documents ORDER BY product_id LIMIT ${limit}`,

  /** The id of the last of the next `length` products; null if there are fewer. */
  boundAfter: (above: string, length: number): Promise<string | null> =>
    readValue(catalog, z.string())`
      SELECT product_id FROM search.documents WHERE product_id > ${above}
      ORDER BY product_id OFFSET ${length - 1} LIMIT 1`,

  digests: async (
    selection: DocumentSelection,
  ): Promise<{ documents: Digests; vectors: Digests }> => ({
    documents: await documentDigests(catalog, columns, selection),
    vectors: await vectorDigests(catalog, `(${vectorsIn(selection)}) stored`),
  }),
})

const documentDigests = async (
  connection: Connection,
  columns: readonly string[],
  selection: DocumentSelection,
): Promise<Digests> =>
  new Map(
    await readRows(connection, digestRow)`
      SELECT product_id, md5(ROW(${raw(columns.join(', '))})::text) AS digest
      FROM search.documents WHERE ${raw(selectionSql(selection, 'product_id'))}`,
  )

const vectorDigests = async (connection: Connection, rows: string): Promise<Digests> =>
  new Map(
    await readRows(connection, digestRow)`
      SELECT product_id, string_agg(
        md5(ROW(${raw(VECTOR_COLUMNS)})::text), ' ' ORDER BY model_version) AS digest
      FROM ${raw(rows)} GROUP BY product_id`,
  )

export const createCopyStore = (documents: Connection, { columns, hasVectors }: CopyTarget) => ({
  /** Locks the documents of this part until the transaction ends. False if somebody else has locked them. */
  lockPart: async (part: number, lock: 'wait' | 'skip'): Promise<boolean> => {
    if (lock === 'wait') {
      await execute(documents)`SET LOCAL lock_timeout = '${raw(WAIT_FOR_PART)}'`
      await execute(documents)`SELECT pg_advisory_xact_lock(${PART_LOCK}, ${part})`
      return true
    }
    const isLocked = await readValue(documents, z.boolean())`
      SELECT pg_try_advisory_xact_lock(${PART_LOCK}, ${part})`
    return isLocked ?? false
  },

  countOf: async (ids: readonly string[]): Promise<number> =>
    (await readValue(documents, z.number())`
      SELECT count(*)::int FROM search.documents WHERE ${raw(selectionSql({ ids }, 'product_id'))}`) ??
    0,

  digests: async (
    selection: DocumentSelection,
  ): Promise<{ documents: Digests; vectors: Digests }> => ({
    documents: await documentDigests(documents, columns, selection),
    vectors: hasVectors
      ? await vectorDigests(
          documents,
          `search.vectors WHERE ${selectionSql(selection, 'product_id')}`,
        )
      : new Map(),
  }),
})

/** Replaces rows of the search database with the catalogue's, in the transaction of `documents`. */
export const createDocumentReplacer =
  (documents: CopyConnection, { columns, hasVectors }: CopyTarget) =>
  async (pool: Database['pool'], selection: DocumentSelection) => {
    const names = columns.join(', ')
    const stored = `SELECT ${names} FROM search.documents WHERE ${selectionSql(selection, 'product_id')}`
    const copies = [
      { table: 'search.documents', names, rows: stored },
      ...(hasVectors
        ? [{ table: 'search.vectors', names: VECTOR_COLUMNS, rows: vectorsIn(selection) }]
        : []),
    ]
    const catalog = await pool.connect()
    try {
      for (const { table, names: into, rows } of copies) {
        await documents.query(`DELETE FROM ${table} WHERE ${selectionSql(selection, 'product_id')}`)
        await pipeline(
          catalog.query(copyTo(`COPY (${rows}) TO STDOUT`)),
          documents.query(copyFrom(`COPY ${table} (${into}) FROM STDIN`)),
        )
      }
      catalog.release()
    } catch (error) {
      // The connection may still be sending rows.
      catalog.release(true)
      throw error
    }
  }

const destinationRow = z.object({
  token: z.string(),
  is_filled: z.boolean(),
  has_vectors: z.boolean(),
})
export type Destination = z.infer<typeof destinationRow>

/** In the catalogue's database: whether there is a search database, and whether it has been filled. */
export const createDestinationStore = (catalog: Connection) => ({
  read: () =>
    readRow(catalog, destinationRow)`
      SELECT token, filled_at IS NOT NULL AS is_filled, has_vectors FROM search.destination`,
  add: () => execute(catalog)`INSERT INTO search.destination DEFAULT VALUES ON CONFLICT DO NOTHING`,
  setFilled: (isFilled: boolean, hasVectors = false) =>
    execute(catalog)`
      WITH changed AS (UPDATE search.destination
        SET filled_at = CASE WHEN ${isFilled} THEN now() END, has_vectors = ${hasVectors}
        RETURNING token)
      SELECT pg_notify('search_outbox', 'destination') FROM changed`,
  remove: async () => {
    await execute(catalog)`DELETE FROM search.destination`
    await execute(catalog)`TRUNCATE search.outbox`
    await execute(catalog)`SELECT pg_notify('search_outbox', 'destination')`
  },
})

const fillRow = z.object({ filled_until: z.string(), is_filled: z.boolean() })

/** In the search database: how far it has been filled from the catalogue with this token. */
export const createFillStore = (documents: Connection, token: string) => ({
  read: () =>
    readRow(documents, fillRow)`
      SELECT filled_until, filled_at IS NOT NULL AS is_filled FROM search.copies
        WHERE token = ${token}`,
  begin: () =>
    execute(documents)`
      INSERT INTO search.copies (token) VALUES (${token})
      ON CONFLICT (only_row)
        DO UPDATE SET token = excluded.token, filled_until = 0, filled_at = NULL`,
  note: (filledUntil: string) =>
    execute(documents)`UPDATE search.copies SET filled_until = ${filledUntil}`,
  complete: () => execute(documents)`UPDATE search.copies SET filled_at = now(), filled_until = 0`,
  /** Held until the connection closes. */
  lock: async (): Promise<boolean> =>
    (await readValue(documents, z.boolean())`SELECT pg_try_advisory_lock(${FILL_LOCK})`) ?? false,
})
