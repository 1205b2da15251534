import { z } from 'zod'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'

const sizeRow = z.object({ bytes: z.coerce.number() })
const tableRow = z.object({ name: z.string(), rows: z.coerce.number(), bytes: z.coerce.number() })

const TABLES_SHOWN = 12

/** Estimated, as the planner does: counting every row would take too long. */
export const createAdminStorageStore = (connection: Connection) => ({
  databaseBytes: async (): Promise<number> => {
    const row = await readRow(
      connection,
      sizeRow,
      'SELECT pg_database_size(current_database()) AS bytes',
    )
    return row?.bytes ?? 0
  },

  tables: () =>
    readRows(
      connection,
      tableRow,
      `SELECT CASE WHEN space.nspname = 'public' THEN '' ELSE space.nspname || '.' END || class.relname
          AS name,
        greatest(class.reltuples, 0) AS rows, pg_total_relation_size(class.oid) AS bytes
      FROM pg_class class JOIN pg_namespace space ON space.oid = class.relnamespace
      WHERE class.relkind IN ('r', 'p') AND space.nspname NOT IN ('pg_catalog', 'information_schema')
      ORDER BY bytes DESC, name LIMIT $1`,
      [TABLES_SHOWN],
    ),
})
export type AdminStorageStore = ReturnType<typeof createAdminStorageStore>
