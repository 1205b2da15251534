import type pg from 'pg'

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

export const createAtomically =
  (pool: pg.Pool): Atomically =>
  async (work) => {
    const connection = await pool.connect()
    try {
      await connection.query('BEGIN')
      const result = await work(connection)
      await connection.query('COMMIT')
      return result
    } catch (error) {
      // If even this fails the connection is broken, and its next query says so.
      await connection.query('ROLLBACK').catch(() => undefined)
      throw error
    } finally {
      connection.release()
    }
  }
