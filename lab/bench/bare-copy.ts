import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Database } from '#server/core/db/database.ts'

type Pool = Database['pool']
type TableSizes = ReadonlyMap<string, number>

const COPIES = 'bare_copies'

/** The rows of every table, by the table's name with its schema. */
export const countTableRows = async (pool: Pool): Promise<TableSizes> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables
    WHERE schemaname <> $1 ORDER BY 1`,
    [COPIES],
  )
  const sizes = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await pool.query<{ rows: number }>(
      `SELECT count(*)::integer AS rows FROM ${name}`,
    )
    sizes.set(name, rows[0]?.rows ?? 0)
  }
  return sizes
}

/** Creates an empty table like another, with its indexes and constraints but without its triggers. */
const createEmptyCopy = async (client: PoolClient, table: string, copy: string) => {
  await client.query(`CREATE TABLE ${copy} (LIKE ${table} INCLUDING ALL)`)
  // LIKE leaves out foreign keys. Theirs are the original tables, which have the same rows.
  const { rows } = await client.query<{ definition: string }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE conrelid = $1::regclass AND contype = 'f'`,
    [table],
  )
  for (const { definition } of rows) await client.query(`ALTER TABLE ${copy} ADD ${definition}`)
}

/**
 * The time that PostgreSQL needs to store the rows that were added since `before` was counted: a bare COPY of
 * each table that has grown into an empty one of the same form, in one transaction.
 */
export const copyGrownTables = async (
  pool: Pool,
  before: TableSizes,
  readCpuSeconds: () => Promise<number>,
) => {
  const sizes = await countTableRows(pool)
  const grownTables = [...sizes].filter(([table, rows]) => rows > (before.get(table) ?? 0))
  const folder = await mkdtemp(join(tmpdir(), 'bare-copy-'))
  const client = await pool.connect()
  try {
    await client.query(`CREATE SCHEMA ${COPIES}`)
    for (const [index, [table]] of grownTables.entries()) {
      await createEmptyCopy(client, table, `${COPIES}.copy_${index}`)
      await pipeline(
        client.query(copyTo(`COPY ${table} TO STDOUT`)),
        createWriteStream(join(folder, String(index))),
      )
    }
    const cpuBefore = await readCpuSeconds()
    const started = performance.now()
    const secondsSince = (start: number) => (performance.now() - start) / 1_000
    const tables: { table: string; rows: number; seconds: number }[] = []
    await client.query('BEGIN')
    for (const [index, [table, rows]] of grownTables.entries()) {
      const tableStarted = performance.now()
      await pipeline(
        createReadStream(join(folder, String(index))),
        client.query(copyFrom(`COPY ${COPIES}.copy_${index} FROM STDIN`)),
      )
      tables.push({ table, rows, seconds: secondsSince(tableStarted) })
    }
    await client.query('COMMIT')
    const seconds = secondsSince(started)
    return { seconds, cpuSeconds: (await readCpuSeconds()) - cpuBefore, tables }
  } finally {
    await client.query(`DROP SCHEMA IF EXISTS ${COPIES} CASCADE`)
    client.release()
    await rm(folder, { recursive: true, force: true })
  }
}
