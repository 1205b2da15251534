import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { countRows, execute, readRow, readValue, readValues } from '#server/core/db/sql.ts'
import type { CertaintyThresholds } from '#shared/domain/similarity.ts'
import { indexQueueOf } from '#server/vision/indexing/indexing.store.ts'
import { calibrationSchema } from '#shared/vision/model-cards.ts'

/** A rollback within this time finds its vectors. */
const UNUSED_DAYS = 7
/** Deleting a million rows at once would hold their locks for minutes. */
const SWEEP_BATCH = 5_000

const servedRow = z.object({ version: z.string(), calibration: calibrationSchema })

/** The models whose vectors the database keeps, and which of them serve. */
export const createVectorModelsStore = (connection: Connection) => {
  const deleteVectors = async (version: string) => {
    for (let deleted = SWEEP_BATCH; deleted === SWEEP_BATCH;)
      deleted = await countRows(connection)`
        DELETE FROM model_vectors WHERE (model_version, product_key) IN
          (SELECT model_version, product_key FROM model_vectors WHERE model_version = ${version}
            LIMIT ${SWEEP_BATCH})`
  }

  return {
    /** Called at startup and every hour: work is queued only for models in use. */
    register: (version: string, calibration: CertaintyThresholds) =>
      execute(connection)`
        INSERT INTO vector_models (version, calibration)
          VALUES (${version}, ${JSON.stringify(calibration)})
        ON CONFLICT (version) DO UPDATE SET calibration = excluded.calibration, seen_at = now()`,

    markComplete: (version: string) =>
      execute(connection)`
        UPDATE vector_models SET completed_at = now() WHERE version = ${version}
          AND completed_at IS NULL
          AND NOT EXISTS (SELECT FROM jobs WHERE queue = ${indexQueueOf(version)}
            AND failed_at IS NULL)`,

    isComplete: async (version: string) =>
      (await readValue(connection, z.boolean())`
        SELECT completed_at IS NOT NULL FROM vector_models WHERE version = ${version}`) ?? false,

    /** The complete model to serve while `version` is incomplete. */
    findCompleteModel: (version: string) =>
      readRow(connection, servedRow)`
        SELECT version, calibration FROM vector_models
        WHERE version <> ${version} AND completed_at IS NOT NULL AND calibration IS NOT NULL
        ORDER BY completed_at DESC LIMIT 1`,

    /** Forgets old deletions, and models that no server has used for a week once another is complete. */
    sweep: async () => {
      await execute(connection)`
        DELETE FROM forgotten_vectors WHERE forgotten_at < now() - interval '1 day'`
      const unused = await readValues(connection, z.string())`
        SELECT version FROM vector_models unused
          WHERE seen_at < now() - ${UNUSED_DAYS} * interval '1 day'
          AND EXISTS (SELECT FROM vector_models other
            WHERE other.version <> unused.version AND other.completed_at IS NOT NULL
              AND other.seen_at > now() - ${UNUSED_DAYS} * interval '1 day')`
      for (const version of unused) {
        await deleteVectors(version)
        await execute(connection)`DELETE FROM jobs WHERE queue = ${indexQueueOf(version)}`
        await execute(connection)`DELETE FROM vector_models WHERE version = ${version}`
      }
    },
  }
}
