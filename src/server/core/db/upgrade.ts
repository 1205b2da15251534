import type pg from 'pg'
import { z } from 'zod'
import { BREAKING_MARKER, MigrationError, readMigrations } from './migrate.ts'
import { hasRow, raw, readValues } from './sql.ts'

/** A server notes its health every minute. One that has not done so for this long no longer runs. */
const RUNS_FOR = "interval '4 minutes'"

/** Read as JSON, because earlier versions do not have every column. */
const readRunningServers = (pool: pg.Pool) =>
  readValues(pool, z.string())`
    SELECT server FROM (
      SELECT DISTINCT ON (server) server, to_jsonb(sample) ->> 'is_stopped' AS is_stopped
      FROM health_samples sample WHERE at > now() - ${raw(RUNS_FOR)}
      ORDER BY server, at DESC
    ) latest
    WHERE is_stopped IS DISTINCT FROM 'true' ORDER BY server`

const readAppliedMigrations = async (pool: pg.Pool): Promise<ReadonlySet<string>> => {
  const hasTable = await hasRow(pool)`
    SELECT WHERE to_regclass('schema_migrations') IS NOT NULL
      AND to_regclass('health_samples') IS NOT NULL`
  if (!hasTable) return new Set()
  return new Set(await readValues(pool, z.string())`SELECT name FROM schema_migrations`)
}

/**
 * Refuses an upgrade that earlier versions do not survive while one of them runs on the same database:
 * its requests would fail from then on.
 */
export const refuseUpgradeBesideServers = async (pool: pg.Pool, folder?: string): Promise<void> => {
  const applied = await readAppliedMigrations(pool)
  if (applied.size === 0) return
  const breaking = (await readMigrations(folder)).filter(
    ({ name, sql }) => !applied.has(name) && sql.startsWith(BREAKING_MARKER),
  )
  if (breaking.length === 0) return
  const servers = await readRunningServers(pool)
  if (servers.length === 0) return
  throw new MigrationError(
    `Servers of an earlier version are running (${servers.join(', ')}), and cannot run on the database of this one (${breaking.map(({ name }) => name).join(', ')}).
1. Stop all servers and vision workers.
2. Make a backup with the earlier version: npm run backup -- FOLDER. Going back needs it.
3. Start this version. A server that was killed counts as running for four minutes.`,
  )
}
