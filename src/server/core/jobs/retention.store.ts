import { RETENTION } from '#shared/retention.ts'
import type { Connection } from '#server/core/db/transaction.ts'

/** What nobody deletes and no feature sweeps itself. `$1` is how long it is kept. */
const SWEEPS: readonly [keptMs: number, statement: string][] = [
  [RETENTION.auditLogMs, "DELETE FROM audit_log WHERE at < now() - $1 * interval '1 ms'"],
  [
    RETENTION.endedInvitesMs,
    `DELETE FROM invites WHERE used_at IS NULL
       AND least(expires_at, revoked_at) < now() - $1 * interval '1 ms'`,
  ],
  [RETENTION.failedJobsMs, "DELETE FROM jobs WHERE failed_at < now() - $1 * interval '1 ms'"],
  [
    RETENTION.searchCallsMs,
    "DELETE FROM remote_search_calls WHERE day < (now() - $1 * interval '1 ms')::date",
  ],
  [
    RETENTION.priceChangesMs,
    "DELETE FROM catalog.price_changes WHERE changed_at < now() - $1 * interval '1 ms'",
  ],
]

export const createRetentionStore = (connection: Connection) => ({
  sweep: async () => {
    for (const [keptMs, statement] of SWEEPS) await connection.query(statement, [keptMs])
  },
})
