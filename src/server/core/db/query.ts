import type pg from 'pg'
import type { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { BoundedPool } from './pools.ts'

type Query = { name?: string; text: string; values?: unknown[] }

/** The pool, or one of its connections inside a transaction. The tags of sql.ts give rows their types. */
export type Connection = {
  query(
    query: string | Query,
    values?: unknown[],
  ): Promise<{ rows: unknown[]; rowCount: number | null }>
}

type Copy = ReturnType<typeof copyTo> | ReturnType<typeof copyFrom>
/** A connection that also supports COPY. */
export type CopyConnection = Connection & { query<T extends Copy>(copy: T): T }

/** Runs `work` in a transaction. */
export type Atomically<Client = Connection> = <T>(
  work: (connection: Client) => Promise<T>,
) => Promise<T>

/** The rollback waits behind a query that hangs, so it needs a limit. */
const ROLLBACK_TIMEOUT_MS = 2_000

const rollBack = async (connection: pg.PoolClient) => {
  const rollback = { text: 'ROLLBACK', query_timeout: ROLLBACK_TIMEOUT_MS }
  const isBroken = await connection.query(rollback).then(
    () => false,
    () => true,
  )
  // A broken connection that returns to the pool would make another request fail.
  connection.release(isBroken)
}

export const createAtomically = (pool: pg.Pool): Atomically<pg.PoolClient> => {
  const begin = pool instanceof BoundedPool ? pool.begin : 'BEGIN'
  return async (work) => {
    const connection = await pool.connect()
    try {
      await connection.query(begin)
      const result = await work(connection)
      await connection.query('COMMIT')
      connection.release()
      return result
    } catch (error) {
      await rollBack(connection)
      throw error
    }
  }
}

/** Replies contain times as ISO 8601 text. */
export const isoTime = z.date().transform((date) => date.toISOString())

const PAGE_ROWS = 50

/** Reads a page and the cursor of the next one. The extra row shows whether there is a next page. */
export const readPage = async <T>(
  read: (limit: number) => Promise<T[]>,
  cursorOf: (last: T) => string,
  size = PAGE_ROWS,
) => {
  const rows = await read(size + 1)
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, next: rows.length > size && last ? cursorOf(last) : null }
}

export const readPageById = <T extends { id: string }>(read: (limit: number) => Promise<T[]>) =>
  readPage(read, ({ id }) => id)

/**
 * SQL that converts an amount to euros by the latest rates; null if the currency has none. The rates
 * are read once per query, not per row.
 */
export const eurosSql = (amount: string, currency: string) =>
  `${amount} / CASE ${currency} WHEN 'EUR' THEN 1 ELSE ((SELECT per_euro FROM exchange_rates
    ORDER BY rates_of DESC LIMIT 1) ->> ${currency})::float8 END`
