import type { Readable, Writable } from 'node:stream'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import type { Connection, CopyConnection } from '#server/core/db/query.ts'
import { execute, raw, readRow, readRows, readValue, readValues } from '#server/core/db/sql.ts'
import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'
import type { SequenceState, TableCopy } from './format.ts'

type Table = Pick<TableCopy, 'schema' | 'name' | 'columns'>

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const buildName = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${quote(schema)}.${quote(name)}`
const formatColumnList = ({ columns }: Table) => columns.map(quote).join(', ')

/** Selects objects of this site, not those of PostgreSQL or an extension. */
const IS_OUR_OWN = `
  namespace.nspname !~ '^(pg_|information_schema$)'
  AND NOT EXISTS (SELECT FROM pg_depend extension
    WHERE extension.objid = object.oid AND extension.deptype = 'e')`

const tableRow = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })
const keyRow = z.object({ table: z.string(), name: z.string(), definition: z.string() })

/** What a backup reads and a restore writes. Only `pictureUrls` works outside a transaction. */
export const createBackupStore = (client: CopyConnection) => ({
  /** Everything that follows sees the database as it is at this moment, while others keep writing. */
  beginSnapshot: () => client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
  begin: () => client.query('BEGIN'),
  commit: () => client.query('COMMIT'),
  rollback: () => client.query('ROLLBACK'),

  version: async () => (await readValue(client, z.string())`SHOW server_version`) ?? '',

  migrations: () =>
    readRows(client, z.object({ name: z.string(), checksum: z.string() }))`
      SELECT name, checksum FROM public.schema_migrations ORDER BY name`,

  /** Leaves out unlogged tables, whose rows may be lost in a crash anyway, and generated columns. */
  tables: (): Promise<Table[]> =>
    readRows(client, tableRow)`
      SELECT namespace.nspname AS schema, object.relname AS name,
        array_agg(columns.attname::text ORDER BY columns.attnum) AS columns
      FROM pg_class object
      JOIN pg_namespace namespace ON namespace.oid = object.relnamespace
      JOIN pg_attribute columns ON columns.attrelid = object.oid
        AND columns.attnum > 0 AND NOT columns.attisdropped AND columns.attgenerated = ''
      WHERE object.relkind = 'r' AND object.relpersistence = 'p' AND ${raw(IS_OUR_OWN)}
        AND object.relname <> 'schema_migrations'
      GROUP BY 1, 2 ORDER BY 1, 2`,

  /**
   * Paths of our own files in rows. Full addresses do not count: a shop's feed could invent them. The
   * row of an upload comes before its file, so those of the last minute may still be incomplete.
   */
  pictureUrls: () =>
    readValues(client, z.string())`
      SELECT '${raw(MEDIA_PREFIX)}' || key FROM uploads
      WHERE user_id IS NOT NULL AND created_at < now() - interval '1 minute'
      UNION
      SELECT url FROM (SELECT url FROM catalog.looks
        UNION ALL SELECT unnest(pictures) FROM catalog.products) AS picture
      WHERE starts_with(url, '${raw(MEDIA_PREFIX)}')`,

  sequences: (): Promise<SequenceState[]> =>
    readRows(
      client,
      z.object({ schema: z.string(), name: z.string(), value: z.string().nullable() }),
    )`
      SELECT schemaname AS schema, sequencename AS name, last_value::text AS value
      FROM pg_sequences ORDER BY 1, 2`,

  setSequence: async ({ schema, name, value }: SequenceState) => {
    if (value !== null)
      await execute(client)`SELECT setval(${buildName({ schema, name })}, ${value})`
  },

  /** In PostgreSQL's text format, which every version reads. */
  read: (table: Table): Readable & { rowCount: number } =>
    client.query(copyTo(`COPY ${buildName(table)} (${formatColumnList(table)}) TO STDOUT`)),

  write: (table: Table): Writable & { rowCount: number } =>
    client.query(copyFrom(`COPY ${buildName(table)} (${formatColumnList(table)}) FROM STDIN`)),

  clear: async (tables: readonly Table[]) => {
    if (tables.length > 0)
      await client.query(`TRUNCATE ${tables.map(buildName).join(', ')} CASCADE`)
  },

  /** Disables foreign keys and triggers, because tables are filled one by one and counts are in the backup. */
  loosen: async (tables: readonly Table[]) => {
    const keys = await readRows(client, keyRow)`
      SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name,
        pg_get_constraintdef(object.oid) AS definition
      FROM pg_constraint object JOIN pg_namespace namespace ON namespace.oid = connamespace
      WHERE contype = 'f' AND ${raw(IS_OUR_OWN)}`
    for (const { table, name } of keys)
      await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
    for (const table of tables)
      await client.query(`ALTER TABLE ${buildName(table)} DISABLE TRIGGER USER`)
    return async () => {
      for (const table of tables)
        await client.query(`ALTER TABLE ${buildName(table)} ENABLE TRIGGER USER`)
      for (const { table, name, definition } of keys)
        await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
    }
  },

  hasRows: async (tables: readonly Table[]): Promise<boolean> => {
    for (const table of tables) {
      const { rowCount } = await client.query(`SELECT FROM ${buildName(table)} LIMIT 1`)
      if (rowCount) return true
    }
    return false
  },

  /** Sessions of others: servers and commands that still run. */
  others: async (): Promise<number> =>
    (await readValue(client, z.number())`
      SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend'
        AND pid <> pg_backend_pid()`) ?? 0,

  /** Drops everything of ours, so that migrations start from nothing. Extensions stay. */
  drop: async () => {
    const statements = await readValues(client, z.string())`
      SELECT format('DROP TABLE IF EXISTS %s CASCADE', object.oid::regclass)
        FROM pg_class object JOIN pg_namespace namespace ON namespace.oid = object.relnamespace
        WHERE object.relkind = 'r' AND ${raw(IS_OUR_OWN)}
      UNION ALL
      SELECT format('DROP SEQUENCE IF EXISTS %s CASCADE', object.oid::regclass)
        FROM pg_class object JOIN pg_namespace namespace ON namespace.oid = object.relnamespace
        WHERE object.relkind = 'S' AND ${raw(IS_OUR_OWN)}
      UNION ALL
      SELECT format('DROP %s IF EXISTS %s CASCADE',
          CASE prokind WHEN 'a' THEN 'AGGREGATE' ELSE 'FUNCTION' END, object.oid::regprocedure)
        FROM pg_proc object JOIN pg_namespace namespace ON namespace.oid = object.pronamespace
        WHERE ${raw(IS_OUR_OWN)}
      UNION ALL
      SELECT format('DROP TEXT SEARCH CONFIGURATION IF EXISTS %s CASCADE', object.oid::regconfig)
        FROM pg_ts_config object JOIN pg_namespace namespace ON namespace.oid = object.cfgnamespace
        WHERE ${raw(IS_OUR_OWN)}
      UNION ALL
      SELECT format('DROP SCHEMA %I CASCADE', nspname) FROM pg_namespace namespace
        WHERE nspname !~ '^(pg_|information_schema$)' AND nspname <> 'public'`
    for (const statement of statements) await client.query(statement)
  },
})
export type BackupStore = ReturnType<typeof createBackupStore>

/** A search database may have documents from after the backup: servers fill it again. */
export const forgetSearchDatabase = async (connection: Connection) => {
  await connection.query('DELETE FROM search.destination')
}

const MAX_RUNS = 500
const BACKUP_LOCK = 7_341_012

const statusRow = z.object({
  at: z.date().nullable(),
  problem: z.string().nullable(),
  failures: z.number(),
})
export type BackupStatus = z.infer<typeof statusRow>

/** When backups were made, by whichever server or command, and how they ended. */
export const createBackupRunsStore = (connection: Connection) => ({
  /** False if another server makes a backup. Held until the transaction of `client` ends. */
  lock: async (client: Connection): Promise<boolean> =>
    (await readValue(client, z.boolean())`
      SELECT pg_try_advisory_xact_lock(${BACKUP_LOCK}) AS locked`) ?? false,

  /** For whoever has the lock: a run that has not ended was interrupted, so it counts for nothing. */
  isDue: async (everyMs: number, retryMs: number): Promise<boolean> =>
    (await readValue(connection, z.boolean())`
      SELECT coalesce(max(started_at) FILTER (WHERE problem IS NULL)
            < now() - ${everyMs} * interval '1 ms', true)
          AND coalesce(max(started_at) < now() - ${retryMs} * interval '1 ms', true) AS is_due
      FROM backup_runs WHERE ended_at IS NOT NULL`) ?? true,

  begin: async (): Promise<string> => {
    const id = await readValue(connection, z.string())`
      INSERT INTO backup_runs DEFAULT VALUES RETURNING id`
    if (id === null) throw new Error('The backup run was not recorded')
    await execute(connection)`
      DELETE FROM backup_runs WHERE id <= ${id}::bigint - ${MAX_RUNS} AND id IS DISTINCT FROM
      (SELECT max(id) FROM backup_runs WHERE ended_at IS NOT NULL AND problem IS NULL)`
    return id
  },

  end: (id: string, problem: string | null) =>
    execute(connection)`
      UPDATE backup_runs SET ended_at = now(), problem = ${problem} WHERE id = ${id}`,

  /** Since when nothing has been backed up: the last good run or, without one, the first start of the site. */
  unsavedSince: () =>
    readValue(connection, z.date())`
      SELECT coalesce(
        (SELECT max(started_at) FROM backup_runs WHERE ended_at IS NOT NULL AND problem IS NULL),
        (SELECT min(applied_at) FROM public.schema_migrations))`,

  /** `problem`: of the last one that ended. `failures`: as far back as runs are kept. */
  status: async (): Promise<BackupStatus> =>
    (await readRow(connection, statusRow)`
      SELECT max(started_at) FILTER (WHERE problem IS NULL) AS at,
        (array_agg(problem ORDER BY id DESC))[1] AS problem,
        count(problem)::int AS failures
      FROM backup_runs WHERE ended_at IS NOT NULL`) ?? { at: null, problem: null, failures: 0 },
})
