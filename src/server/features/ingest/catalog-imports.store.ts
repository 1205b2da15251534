import { z } from 'zod'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'

const idRow = z.object({ id: z.string() })
const importRow = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.coerce.number(),
  is_feed: z.boolean(),
  replaces: z.boolean(),
  created_at: z.date(),
  state: z.enum(['uploading', 'running', 'done', 'refused', 'failed']),
  step: z.string(),
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  errors: z.number(),
  warnings: z.number(),
  problems: z.array(
    z.object({ line: z.number(), severity: z.enum(['error', 'warning']), message: z.string() }),
  ),
})
export type ImportRow = z.infer<typeof importRow>

type Report = Pick<
  ImportRow,
  'rows' | 'added' | 'changed' | 'removed' | 'errors' | 'warnings' | 'problems'
>

/** A server that has not said for this long that it imports is gone, and nothing was changed. */
const LOST_AFTER = `interval '2 minutes'`
const COLUMNS = `id, name, bytes, is_feed, replaces, created_at,
  CASE WHEN state = 'running' AND alive_at < now() - ${LOST_AFTER} THEN 'failed' ELSE state END AS state,
  step, rows, added, changed, removed, errors, warnings, problems`

/** A shop is read from this file. */
const IS_IN_USE = `EXISTS (SELECT FROM catalog.feeds WHERE source = 'upload:' || catalog_imports.id)`

export const createCatalogImportsStore = (connection: Connection) => ({
  create: async (
    file: { name: string; bytes: number; replaces: boolean; isFeed: boolean },
    createdBy: string,
  ): Promise<string> => {
    const created = await readRow(
      connection,
      idRow,
      `INSERT INTO catalog_imports (name, bytes, replaces, is_feed, created_by)
      VALUES ($1, $2, $3, $4, $5) RETURNING id`,
      [file.name, file.bytes, file.replaces, file.isFeed, createdBy],
    )
    if (!created) throw new Error('The import was not stored')
    return created.id
  },

  find: (id: string) =>
    readRow(connection, importRow, `SELECT ${COLUMNS} FROM catalog_imports WHERE id = $1`, [id]),

  list: (limit: number) =>
    readRows(
      connection,
      importRow,
      `SELECT ${COLUMNS} FROM catalog_imports WHERE NOT is_feed ORDER BY id DESC LIMIT $1`,
      [limit],
    ),

  /** False if it has been started before. */
  start: async (id: string): Promise<boolean> => {
    const { rowCount } = await connection.query(
      `UPDATE catalog_imports SET state = 'running', alive_at = now()
      WHERE id = $1 AND state = 'uploading' AND NOT is_feed`,
      [id],
    )
    return rowCount === 1
  },

  progress: async (id: string, { rows, step }: { rows: number; step: string }) => {
    await connection.query(
      'UPDATE catalog_imports SET rows = $2, step = $3, alive_at = now() WHERE id = $1',
      [id, rows, step],
    )
  },

  finish: async (id: string, state: 'done' | 'refused' | 'failed', report: Report) => {
    await connection.query(
      `UPDATE catalog_imports SET state = $2, step = '', rows = $3, added = $4, changed = $5,
        removed = $6, errors = $7, warnings = $8, problems = $9 WHERE id = $1`,
      [
        id,
        state,
        report.rows,
        report.added,
        report.changed,
        report.removed,
        report.errors,
        report.warnings,
        JSON.stringify(report.problems),
      ],
    )
  },

  /** Imports whose parts nobody needs any more. */
  old: async (olderThanMs: number): Promise<string[]> => {
    const rows = await readRows(
      connection,
      idRow,
      `SELECT id FROM catalog_imports
      WHERE state IN ('uploading', 'running') AND alive_at < now() - $1 * interval '1 ms'
        AND NOT ${IS_IN_USE}`,
      [olderThanMs],
    )
    return rows.map(({ id }) => id)
  },

  forget: async (ids: readonly string[], keep: number) => {
    await connection.query(
      `DELETE FROM catalog_imports WHERE id = ANY ($1) OR NOT is_feed AND id NOT IN
        (SELECT id FROM catalog_imports WHERE NOT is_feed ORDER BY id DESC LIMIT $2)`,
      [ids, keep],
    )
  },
})
