import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { toError } from '#server/core/http/errors.ts'
import { getServerFile } from '#server/core/installation.ts'

type Migration = {
  name: string
  sql: string
  checksum: string
  /** The baseline has its result, so only databases of earlier versions and their backups need it. */
  isFormer: boolean
}

/** Several servers may start at once with one database. */
const MIGRATION_LOCK = 7_341_003
/** The first line of a migration after which earlier versions can no longer run. */
export const BREAKING_MARKER = '-- breaks earlier versions'
/** Creates what the former migrations do, in one readable file. New databases begin with it. */
export const BASELINE = '0001-baseline.sql'
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/

export class MigrationError extends Error {}

export const MIGRATIONS_FOLDER = getServerFile('core/db/migrations')

export const FORMER_FOLDER = join(MIGRATIONS_FOLDER, 'former')

/** A checkout on Windows may change line endings, which is not a change of the migration. */
const readSql = async (path: string) => (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')

/** All migrations, from the first one; the baseline is none of them. */
export const readMigrations = async (folder = MIGRATIONS_FOLDER): Promise<Migration[]> => {
  const paths = (await readdir(folder, { recursive: true }))
    .filter((path) => path.endsWith('.sql') && path !== BASELINE)
    .toSorted((left, right) => (basename(left) < basename(right) ? -1 : 1))
  const names = paths.map((path) => basename(path))
  const invalidName = names.find((name) => !FILE_NAME.test(name))
  if (invalidName !== undefined)
    throw new MigrationError(`${invalidName} is not named like 0001-what-it-does.sql`)
  const duplicate = names.find((name, index) => names[index - 1]?.slice(0, 4) === name.slice(0, 4))
  if (duplicate !== undefined)
    throw new MigrationError(`Two migrations have the number ${duplicate.slice(0, 4)}`)
  return Promise.all(
    paths.map(async (path) => {
      const name = basename(path)
      const sql = await readSql(join(folder, path))
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, isFormer: path !== name }
    }),
  )
}

type AppliedMigration = { name: string; checksum: string; is_breaking: boolean }

/** A rollback starts on the database of a later version unless one of its migrations breaks this one. */
const checkApplied = (migrations: Migration[], applied: readonly AppliedMigration[]): void => {
  for (const { name, checksum, is_breaking } of applied) {
    const migration = migrations.find((candidate) => candidate.name === name)
    if (migration === undefined && is_breaking)
      throw new MigrationError(
        `The database was made by a newer version: its migration ${name} breaks this one. Start the newer version, or restore a backup.`,
      )
    if (migration && migration.checksum !== checksum)
      throw new MigrationError(
        `Migration ${name} was changed after it was applied. Restore it, and write a new migration for the change.`,
      )
  }
}

const record = (client: pg.PoolClient, migrations: readonly Migration[]) =>
  client.query(
    `INSERT INTO schema_migrations (name, checksum, is_breaking)
      SELECT * FROM unnest($1::text[], $2::text[], $3::boolean[])`,
    [
      migrations.map(({ name }) => name),
      migrations.map(({ checksum }) => checksum),
      migrations.map(({ sql }) => sql.startsWith(BREAKING_MARKER)),
    ],
  )

const runMigration = async (client: pg.PoolClient, migration: Migration): Promise<void> => {
  await client.query(migration.sql)
  await record(client, [migration])
}

const runInTransaction = async (
  client: pg.PoolClient,
  name: string,
  work: () => Promise<void>,
): Promise<void> => {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK')
    throw new MigrationError(
      `Migration ${name} failed and was rolled back: ${toError(cause).message}`,
      { cause },
    )
  }
}

/**
 * Records the former migrations instead of the baseline, so that servers of earlier versions, which do
 * not know it, run on the database, and backups of it can be restored.
 */
const createSchemaFromBaseline = (
  client: pg.PoolClient,
  folder: string,
  former: readonly Migration[],
) =>
  runInTransaction(client, BASELINE, async () => {
    await client.query(await readSql(join(folder, BASELINE)))
    await record(client, former)
  })

const ensureMigrationsTable = async (client: pg.PoolClient) => {
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`)
  await client.query(
    'ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS is_breaking boolean NOT NULL DEFAULT false',
  )
}

/** The migrations that a backup requires. Throws if this version does not have one of them. */
export const findMigrations = async (
  required: readonly Pick<Migration, 'name' | 'checksum'>[],
): Promise<Migration[]> => {
  const migrations = await readMigrations(MIGRATIONS_FOLDER)
  return required.map(({ name, checksum }) => {
    const migration = migrations.find((candidate) => candidate.name === name)
    if (migration?.checksum === checksum) return migration
    throw new MigrationError(
      `The migration ${name} is unknown here: the backup was made by another version. Use that version or a newer one.`,
    )
  })
}

/** Creates the schema of an earlier version in the caller's transaction, while no server migrates. */
export const applyMigrations = async (
  client: pg.PoolClient,
  migrations: readonly Migration[],
): Promise<void> => {
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  await ensureMigrationsTable(client)
  for (const migration of migrations) await runMigration(client, migration)
}

export const migrateDatabase = async (
  pool: pg.Pool,
  folder = MIGRATIONS_FOLDER,
): Promise<string[]> => {
  const migrations = await readMigrations(folder)
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await ensureMigrationsTable(client)
    const { rows } = await client.query<AppliedMigration>(
      'SELECT name, checksum, is_breaking FROM schema_migrations ORDER BY name',
    )
    checkApplied(migrations, rows)
    const applied = new Set(rows.map(({ name }) => name))
    const pending = migrations.filter(({ name }) => !applied.has(name))
    const former = migrations.filter(({ isFormer }) => isFormer)
    const isNew = rows.length === 0 && former.length > 0
    if (isNew) await createSchemaFromBaseline(client, folder, former)
    for (const migration of pending)
      if (!isNew || !migration.isFormer)
        await runInTransaction(client, migration.name, () => runMigration(client, migration))
    return pending.map(({ name }) => name)
  } finally {
    // Closing the session releases the lock even if unlocking fails.
    client.release(true)
  }
}
