import type pg from 'pg'
import { BoundedPool } from './bounded-pool.ts'

type Query = { name?: string; text: string; values?: unknown[] }

/** The pool, or one of its connections inside a transaction. `readRows` gives rows their types. */
export type Connection = {
  query(
    query: string | Query,
    values?: unknown[],
  ): Promise<{ rows: unknown[]; rowCount: number | null }>
}

/** Runs `work` in a transaction: all of it is kept, or nothing. */
export type Atomically = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>

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

export const createAtomically = (pool: pg.Pool): Atomically => {
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
