import { RETENTION } from '#shared/retention.ts'
import type { Connection } from './db/query.ts'
import { execute, raw } from './db/sql.ts'

/** Tables whose old rows are deleted here, because no feature deletes them. */
const RETENTION_RULES: readonly [table: string, time: string, retentionMs: number][] = [
  ['audit_log', 'at', RETENTION.auditLogMs],
  ['jobs', 'failed_at', RETENTION.failedJobsMs],
  ['remote_search_calls', 'day + 1', RETENTION.searchCallsMs],
  ['webhook_deliveries', 'at', RETENTION.webhookDeliveriesMs],
]

export const createRetentionStore = (connection: Connection) => ({
  deleteExpired: async () => {
    for (const [table, time, retentionMs] of RETENTION_RULES)
      await execute(connection)`
        DELETE FROM ${raw(table)} WHERE ${raw(time)} < now() - ${retentionMs} * interval '1 ms'`
    await execute(connection)`
      DELETE FROM invites WHERE used_at IS NULL
        AND least(expires_at, revoked_at) < now() - ${RETENTION.endedInvitesMs} * interval '1 ms'`
  },
})
