import type pg from 'pg'
import { z } from 'zod'
import { BoundedPool } from './pools.ts'

type Query = { name?: string; text: string; values?: unknown[] }

/** The pool, or one of its connections inside a transaction. `readRows` gives rows their types. */
export type Connection = {
  query(
    query: string | Query,
    values?: unknown[],
  ): Promise<{ rows: unknown[]; rowCount: number | null }>
}

/** Runs `work` in a transaction: all of it is kept, or nothing. */
export type Atomically<Client = Connection> = <T>(
  work: (connection: Client) => Promise<T>,
) => Promise<T>

/** A query that hangs would hold back the rollback behind it. */
const ROLLBACK_WITHIN_MS = 2_000

const rollBack = async (connection: pg.PoolClient) => {
  const rollback = { text: 'ROLLBACK', query_timeout: ROLLBACK_WITHIN_MS }
  const isBroken = await connection.query(rollback).then(
    () => false,
    () => true,
  )
  // Back in the pool, a broken connection would fail somebody else's request.
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

/*
 * For stores that number their parameters themselves; others use the tags of sql.ts.
 */

/** A named statement is prepared once per connection. */
type Statement = string | { name: string; text: string }

/** Validates rows as they leave the database: a type argument would only claim to know the columns. */
export const readRows = async <T>(
  connection: Connection,
  row: z.ZodType<T>,
  statement: Statement,
  values: unknown[] = [],
): Promise<T[]> => {
  const query = typeof statement === 'string' ? { text: statement } : statement
  const { rows } = await connection.query({ ...query, values })
  return rows.map((each) => row.parse(each))
}

export const readRow = async <T>(...args: Parameters<typeof readRows<T>>): Promise<T | null> =>
  (await readRows(...args))[0] ?? null

/** The only column of each row. */
export const readValues = async <T>(
  connection: Connection,
  value: z.ZodType<T>,
  statement: Statement,
  values: unknown[] = [],
): Promise<T[]> => {
  const query = typeof statement === 'string' ? { text: statement } : statement
  const { rows } = await connection.query({ ...query, values })
  return rows.map((each) => value.parse(Object.values(each as object)[0]))
}

/** The only column of the first row; null if there is none. */
export const readValue = async <T>(...args: Parameters<typeof readValues<T>>): Promise<T | null> =>
  (await readValues(...args))[0] ?? null

/** A time as replies have it. */
export const isoTime = z.date().transform((date) => date.toISOString())

/** How many rows a page of a list has. */
const PAGE = 50

/** One page, and where the next begins; one row more tells whether there is one. */
export const readPage = async <T>(
  read: (limit: number) => Promise<T[]>,
  cursorOf: (last: T) => string,
) => {
  const rows = await read(PAGE + 1)
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return { page, next: rows.length > PAGE && last ? cursorOf(last) : null }
}

/** Whether the statement found or changed a row. */
export const matchesRow = async (
  connection: Connection,
  ...statement: Parameters<Connection['query']>
): Promise<boolean> => ((await connection.query(...statement)).rowCount ?? 0) > 0

/**
 * An amount in euros, by the rates that money.ts uses; null if there is none for the currency. The
 * rates are read once per query, not per row.
 */
export const inEuros = (amount: string, currency: string) =>
  `${amount} / CASE ${currency} WHEN 'EUR' THEN 1 ELSE ((SELECT per_euro FROM exchange_rates
    ORDER BY rates_of DESC LIMIT 1) ->> ${currency})::float8 END`
