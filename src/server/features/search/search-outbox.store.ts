import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import {
  execute,
  hasRow,
  raw,
  readRows,
  readValue,
  readValues,
  requireRow,
} from '#server/core/db/sql.ts'

/** Products are partitioned by id; the changes of a part are applied one after another. */
export const OUTBOX_PARTS = 16
const MAX_COUNTED = 100_000

const changeRow = z.object({ change: z.string(), product_id: z.string() })
export type OutboxChange = z.infer<typeof changeRow>

const backlogRow = z.object({ waiting: z.number(), lag_s: z.number() })

/** Products whose documents in the search database are out of date, in the order of the changes. */
export const createOutboxStore = (connection: Connection) => ({
  parts: () =>
    readValues(connection, z.number())`
      SELECT part FROM generate_series(0, ${raw(OUTBOX_PARTS - 1)}) AS series(part)
      WHERE EXISTS (SELECT FROM search.outbox WHERE outbox.part = series.part)`,

  first: (part: number, limit: number) =>
    readRows(connection, changeRow, { name: 'first-of-outbox' })`
      SELECT change, product_id FROM search.outbox WHERE part = ${part}
      ORDER BY change LIMIT ${limit}`,

  ofProducts: (productIds: readonly string[]) =>
    readRows(connection, changeRow)`
      SELECT change, product_id FROM search.outbox WHERE product_id = ANY (${productIds}::bigint[])`,

  /** Removes only the changes that were read, because the same product may have changed again. */
  remove: (changes: readonly OutboxChange[]) =>
    execute(connection)`
      DELETE FROM search.outbox WHERE change = ANY
        (${changes.map(({ change }) => change)}::bigint[])`,

  /** Moves a change behind the others but keeps its age. */
  postpone: ({ change }: OutboxChange) =>
    execute(connection)`
      WITH postponed AS (DELETE FROM search.outbox WHERE change = ${change}
        RETURNING product_id, noted_at)
      INSERT INTO search.outbox (product_id, noted_at) SELECT product_id, noted_at FROM postponed`,

  last: async (): Promise<string> =>
    (await readValue(connection, z.string())`
      SELECT change FROM search.outbox ORDER BY change DESC LIMIT 1`) ?? '0',

  hasUntil: (change: string): Promise<boolean> =>
    hasRow(connection)`
      SELECT FROM search.outbox WHERE change <= ${change} ORDER BY change LIMIT 1`,

  /** How many changes wait (at most 100,000), and the age of the oldest in seconds. */
  backlog: () =>
    requireRow(connection, backlogRow)`
      SELECT count(*)::int AS waiting,
        coalesce(extract(epoch FROM clock_timestamp() - min(noted_at)), 0)::float8 AS lag_s
      FROM (SELECT noted_at FROM search.outbox ORDER BY change LIMIT ${raw(MAX_COUNTED)}) oldest`,

  add: (productIds: readonly string[]) =>
    execute(connection)`
      INSERT INTO search.outbox (product_id) SELECT unnest(${productIds}::bigint[])`,
})
