import type { z } from 'zod'
import type { Connection } from './transaction.ts'

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
  return rows.map((found) => row.parse(found))
}

export const readRow = async <T>(...args: Parameters<typeof readRows<T>>): Promise<T | null> =>
  (await readRows(...args))[0] ?? null
