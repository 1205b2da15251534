import { RETENTION } from '#shared/retention.ts'
import type { Connection } from './db/query.ts'
import { execute } from './db/sql.ts'

/** Deletes old rows of the tables of `core`. Features delete those of theirs. */
export const createRetentionStore = (connection: Connection) => ({
  deleteExpired: async () => {
    await execute(connection)`
      DELETE FROM audit_log WHERE at < now() - ${RETENTION.auditLogMs} * interval '1 ms'`
    await execute(connection)`
      DELETE FROM jobs WHERE failed_at < now() - ${RETENTION.failedJobsMs} * interval '1 ms'`
  },
})
