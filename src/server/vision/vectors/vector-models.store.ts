import { z } from 'zod'
import { type Connection, readRow, readRows } from '#server/core/db/query.ts'
import type { CertaintyThresholds } from '#shared/domain/similarity.ts'
import { indexQueueOf } from '#server/vision/indexing/indexing.store.ts'
import { calibrationSchema } from '#shared/vision/model-cards.ts'

/** A rollback within this time finds its vectors. */
const UNUSED_DAYS = 7
/** Deleting a million rows at once would hold their locks for minutes. */
const SWEPT_AT_ONCE = 5_000

const servedRow = z.object({ version: z.string(), calibration: calibrationSchema })
const versionRow = z.object({ version: z.string() })
const completeRow = z.object({ isComplete: z.boolean() })

/** The models whose vectors the database keeps, and which of them serve. */
export const createVectorModelsStore = (connection: Connection) => {
  const deleteAll = async (sql: string, values: unknown[]) => {
    for (;;) {
      const { rowCount } = await connection.query(sql, [...values, SWEPT_AT_ONCE])
      if ((rowCount ?? 0) < SWEPT_AT_ONCE) return
    }
  }

  return {
    /** Called at startup and every hour: work is queued only for models in use. */
    register: async (version: string, calibration: CertaintyThresholds) => {
      await connection.query(
        `INSERT INTO vector_models (version, calibration) VALUES ($1, $2)
        ON CONFLICT (version) DO UPDATE SET calibration = excluded.calibration, seen_at = now()`,
        [version, JSON.stringify(calibration)],
      )
    },

    markComplete: async (version: string) => {
      await connection.query(
        `UPDATE vector_models SET completed_at = now() WHERE version = $1 AND completed_at IS NULL
          AND NOT EXISTS (SELECT FROM jobs WHERE queue = $2 AND failed_at IS NULL)`,
        [version, indexQueueOf(version)],
      )
    },

    isComplete: async (version: string) =>
      (
        await readRow(
          connection,
          completeRow,
          'SELECT completed_at IS NOT NULL AS "isComplete" FROM vector_models WHERE version = $1',
          [version],
        )
      )?.isComplete ?? false,

    /** The complete model to serve while `version` is incomplete. */
    servedInsteadOf: (version: string) =>
      readRow(
        connection,
        servedRow,
        `SELECT version, calibration FROM vector_models
        WHERE version <> $1 AND completed_at IS NOT NULL AND calibration IS NOT NULL
        ORDER BY completed_at DESC LIMIT 1`,
        [version],
      ),

    /** Forgets old deletions, and models that no server has used for a week once another is complete. */
    sweep: async () => {
      await connection.query(
        "DELETE FROM forgotten_vectors WHERE forgotten_at < now() - interval '1 day'",
      )
      const unused = await readRows(
        connection,
        versionRow,
        `SELECT version FROM vector_models unused WHERE seen_at < now() - $1 * interval '1 day'
          AND EXISTS (SELECT FROM vector_models other
            WHERE other.version <> unused.version AND other.completed_at IS NOT NULL
              AND other.seen_at > now() - $1 * interval '1 day')`,
        [UNUSED_DAYS],
      )
      for (const { version } of unused) {
        await deleteAll(
          `DELETE FROM model_vectors WHERE (model_version, product_key) IN
            (SELECT model_version, product_key FROM model_vectors WHERE model_version = $1 LIMIT $2)`,
          [version],
        )
        await connection.query('DELETE FROM jobs WHERE queue = $1', [indexQueueOf(version)])
        await connection.query('DELETE FROM vector_models WHERE version = $1', [version])
      }
    },
  }
}
