import type pg from 'pg'

/** The pool, or one connection of it inside a transaction. */
export type Connection = Pick<pg.Pool, 'query'>

/** Runs work all or not at all. */
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
      // Where even this fails the connection is broken, and the next query on it says so.
      await connection.query('ROLLBACK').catch(() => undefined)
      throw error
    } finally {
      connection.release()
    }
  }
