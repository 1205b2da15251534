import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { readRows, readValue, requireRow } from '#server/core/db/sql.ts'

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

/**
 * The columns and indexes of the documents, as migrations created them in the catalogue's database. Terms are
 * indexed at once, because nobody adds pending ones on the nodes of a cluster.
 */
export const readShape = async (connection: Connection) => ({
  columns: await readRows(connection, columnRow)`
    SELECT quote_ident(attname) AS name, format_type(atttypid, atttypmod) AS type,
      attnotnull AS is_required,
      CASE WHEN attgenerated = '' THEN pg_get_expr(adbin, adrelid) END AS default
    FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attrelid = to_regclass('search.documents') AND attnum > 0 AND NOT attisdropped
    ORDER BY attnum`,
  indexes: await readRows(connection, indexRow)`
    SELECT relname AS name, regexp_replace(replace(pg_get_indexdef(indexrelid), 'UNIQUE ', ''),
      'fastupdate=.*\\)$', 'fastupdate=off)') AS definition
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

    hasTables: async (): Promise<boolean> =>
      (await readValue(documents, z.boolean())`
        SELECT num_nulls(to_regclass('search.documents'), to_regclass('search.copies'),
          to_regclass('search.state')) = 0`) ?? false,

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
        // Nodes get our role when they are added or when it is created. Citus would copy it again if it is
        // older than the cluster, which only a superuser may do.
        await documents.query('SET LOCAL citus.enable_create_role_propagation = off')
        await documents.query('SET LOCAL citus.enable_alter_role_propagation = off')
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
