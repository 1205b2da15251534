import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import {
  execute,
  affectsRow,
  raw,
  readRow,
  readRows,
  readValue,
  readValues,
} from '#server/core/db/sql.ts'
import { importSchema } from '#shared/contract/admin-catalog.ts'

const importRow = importSchema.extend({
  createdAt: isoTime,
  bytes: z.coerce.number(),
  isFeed: z.boolean(),
  replaces: z.boolean(),
})
export type ImportRow = z.infer<typeof importRow>

type Report = Pick<
  ImportRow,
  'rows' | 'added' | 'changed' | 'removed' | 'errors' | 'warnings' | 'problems'
>

/** A server that has reported no progress for this long has died, and nothing was changed. */
const LOST_AFTER = `interval '2 minutes'`
const COLUMNS = `id, name, bytes, is_feed AS "isFeed", replaces, created_at AS "createdAt",
  CASE WHEN state = 'running' AND alive_at < now() - ${LOST_AFTER} THEN 'failed' ELSE state END AS state,
  step, rows, added, changed, removed, errors, warnings, problems`

/** Whether a shop is read from this file. */
const IS_IN_USE = `EXISTS (SELECT FROM catalog.feeds WHERE source = 'upload:' || catalog_imports.id)`

export const createCatalogImportsStore = (connection: Connection) => ({
  create: async (
    file: { name: string; bytes: number; replaces: boolean; isFeed: boolean },
    createdBy: string,
  ): Promise<string> => {
    const id = await readValue(connection, z.string())`
      INSERT INTO catalog_imports (name, bytes, replaces, is_feed, created_by)
      VALUES (${file.name}, ${file.bytes}, ${file.replaces}, ${file.isFeed}, ${createdBy})
        RETURNING id`
    if (id === null) throw new Error('The import was not stored')
    return id
  },

  find: (id: string) =>
    readRow(connection, importRow)`SELECT ${raw(COLUMNS)} FROM catalog_imports WHERE id = ${id}`,

  list: (limit: number) =>
    readRows(connection, importRow)`
      SELECT ${raw(COLUMNS)} FROM catalog_imports WHERE NOT is_feed ORDER BY id DESC LIMIT ${limit}`,

  /** False if it has been started before. */
  start: (id: string) =>
    affectsRow(connection)`
      UPDATE catalog_imports SET state = 'running', alive_at = now()
      WHERE id = ${id} AND state = 'uploading' AND NOT is_feed`,

  progress: (id: string, { rows, step }: { rows: number; step: string }) =>
    execute(connection)`
      UPDATE catalog_imports SET rows = ${rows}, step = ${step}, alive_at = now() WHERE id = ${id}`,

  finish: (id: string, state: 'done' | 'refused' | 'failed', report: Report) =>
    execute(connection)`
      UPDATE catalog_imports SET state = ${state}, step = '', rows = ${report.rows},
        added = ${report.added}, changed = ${report.changed},
      removed = ${report.removed}, errors = ${report.errors}, warnings = ${report.warnings},
        problems = ${JSON.stringify(report.problems)} WHERE id = ${id}`,

  expired: (olderThanMs: number): Promise<string[]> =>
    readValues(connection, z.string())`
      SELECT id FROM catalog_imports
      WHERE state IN ('uploading', 'running')
        AND alive_at < now() - ${olderThanMs} * interval '1 ms'
        AND NOT ${raw(IS_IN_USE)}`,

  forget: (ids: readonly string[], keep: number) =>
    execute(connection)`
      DELETE FROM catalog_imports WHERE id = ANY (${ids}) OR NOT is_feed AND id NOT IN
      (SELECT id FROM catalog_imports WHERE NOT is_feed ORDER BY id DESC LIMIT ${keep})`,
})
