import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import type { Database } from '#server/core/db/database.ts'
import type { Connection, CopyConnection } from '#server/core/db/query.ts'
import { execute, raw, readRow, readRows, readValue, requireRow } from '#server/core/db/sql.ts'
import { readVocabularyVersion } from './documents.store.ts'

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
export const createReplacer =
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

/** Held while the tables are created, because several servers may start at once. */
const SCHEMA_LOCK = 7_341_033

const columnRow = z.object({
  name: z.string(),
  type: z.string(),
  is_required: z.boolean(),
  default: z.string().nullable(),
})
const indexRow = z.object({ name: z.string(), definition: z.string() })
const presenceRow = z.object({ citus: z.boolean(), vector: z.boolean(), vectors: z.boolean() })
const nodeRow = z.object({ name: z.string(), shards: z.number() })

/** The columns and indexes of the documents, as migrations created them in the catalogue's database. */
export const readShape = async (connection: Connection) => ({
  columns: await readRows(connection, columnRow)`
    SELECT quote_ident(attname) AS name, format_type(atttypid, atttypmod) AS type,
      attnotnull AS is_required,
      CASE WHEN attgenerated = '' THEN pg_get_expr(adbin, adrelid) END AS default
    FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attrelid = to_regclass('search.documents') AND attnum > 0 AND NOT attisdropped
    ORDER BY attnum`,
  indexes: await readRows(connection, indexRow)`
    SELECT relname AS name, replace(pg_get_indexdef(indexrelid), 'UNIQUE ', '') AS definition
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indrelid = to_regclass('search.documents') AND indisvalid AND NOT indisprimary
    ORDER BY relname`,
})
type Shape = Awaited<ReturnType<typeof readShape>>

const columnSql = ({ name, type, is_required, default: value }: z.infer<typeof columnRow>) =>
  `${name} ${type}${value === null ? '' : ` DEFAULT ${value}`}${is_required ? ' NOT NULL' : ''}`

/** Searches read here whether every product has a document. They read this database only once all have. */
const STATE_TABLE = `CREATE TABLE IF NOT EXISTS search.state AS SELECT 1 AS vocabulary`

const COPIES_TABLE = `CREATE TABLE IF NOT EXISTS search.copies (
  only_row     boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- The catalogue that it is filled from.
  token        uuid NOT NULL,
  filled_until bigint NOT NULL DEFAULT 0,
  filled_at    timestamptz
)`

/** Columns are named like those of `model_vectors`, so that the same statements read both. */
const VECTORS_TABLE = `CREATE TABLE search.vectors (
  product_id    bigint NOT NULL,
  product_key   text NOT NULL,
  model_version text NOT NULL,
  category      text NOT NULL,
  vector        real[] NOT NULL,
  -- Products that users added stay in the catalogue's database.
  owner_uid     text,
  PRIMARY KEY (product_id, model_version)
)`

export const createSchemaStore = (documents: Connection) => {
  const readExtensions = () =>
    requireRow(documents, presenceRow)`
      SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS citus,
        EXISTS (SELECT FROM pg_extension WHERE extname = 'vector') AS vector,
        to_regclass('search.vectors') IS NOT NULL AS vectors`

  return {
    hasVectors: async () => (await readExtensions()).vectors,

    /** Reads from every shard of a Citus cluster. */
    readOne: () => documents.query('SELECT product_id FROM search.documents LIMIT 1'),

    analyze: async () => {
      await documents.query('ANALYZE search.documents')
      if ((await readExtensions()).vectors) await documents.query('ANALYZE search.vectors')
    },

    /** The nodes of a Citus cluster with their number of shards; empty without Citus. */
    nodes: async () =>
      (await readExtensions()).citus
        ? readRows(documents, nodeRow)`
          SELECT nodename || ':' || nodeport AS name, count(*)::int AS shards FROM citus_shards
          WHERE table_name = 'search.documents'::regclass GROUP BY 1 ORDER BY 1`
        : [],

    /** Fails if the extension is not installed or not permitted; then vectors stay in the catalogue's database. */
    addVectorExtension: async () => {
      await documents.query('CREATE EXTENSION IF NOT EXISTS vector')
    },

    /** Creates missing tables, columns and indexes in a transaction, and distributes new tables with Citus. */
    ensure: async ({ columns, indexes }: Shape, shards: number) => {
      await documents.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK])
      await documents.query('CREATE SCHEMA IF NOT EXISTS search')
      await documents.query(COPIES_TABLE)
      await documents.query(STATE_TABLE)
      const { citus, vector, vectors } = await readExtensions()
      if (citus) {
        await documents.query(`SET LOCAL citus.shard_count = ${shards}`)
        // Passes settings such as hnsw.ef_search to the workers of a search.
        await documents.query(`DO $$ BEGIN EXECUTE format(
          'ALTER DATABASE %I SET citus.propagate_set_commands = ''local''', current_database()); END $$`)
      }
      const distribute = (table: string, beside: string) =>
        documents.query(
          `SELECT create_distributed_table('${table}', 'product_id', colocate_with => '${beside}')`,
        )
      const existing = await readShape(documents)
      if (existing.columns.length === 0) {
        await documents.query(
          `CREATE TABLE search.documents (${columns.map(columnSql).join(', ')}, PRIMARY KEY (product_id))`,
        )
        if (citus) await distribute('search.documents', 'none')
      }
      const missing = columns.filter(
        ({ name }) => !existing.columns.some((other) => other.name === name),
      )
      for (const column of existing.columns.length === 0 ? [] : missing)
        await documents.query(`ALTER TABLE search.documents ADD COLUMN ${columnSql(column)}`)
      for (const { name, definition } of indexes)
        if (!existing.indexes.some((other) => other.name === name))
          await documents.query(definition)
      for (const { name } of existing.indexes)
        if (!indexes.some((other) => other.name === name))
          await documents.query(`DROP INDEX search.${name}`)
      for (const { name } of existing.columns)
        if (!columns.some((other) => other.name === name))
          await documents.query(`ALTER TABLE search.documents DROP COLUMN ${name}`)
      if (vector && !vectors) {
        await documents.query(VECTORS_TABLE)
        if (citus) await distribute('search.vectors', 'search.documents')
      }
    },
  }
}
