import { z } from 'zod'
import { type Connection, readRows } from './db/query.ts'

export type AuditEvent =
  | 'user-suspended'
  | 'user-restored'
  | 'role-changed'
  | 'user-signed-out'
  | 'user-deleted'
  | 'invitation-created'
  | 'invitation-revoked'
  | 'invitation-declined'
  | 'admin-made'
  | 'shop-added'
  | 'shop-read'
  | 'shop-removed'
  | 'jobs-retried'
  | 'catalogue-imported'
  | 'notice-declined'
  | 'content-removed'
  | 'content-restored'

const entryRow = z.object({
  id: z.string(),
  at: z.date(),
  actor: z.string().nullable(),
  event: z.string(),
  subject: z.string().nullable(),
})

export const createAuditStore = (connection: Connection) => ({
  /** `actor` is null for a command. */
  note: async (actor: string | null, event: AuditEvent, subject: string | null) => {
    await connection.query('INSERT INTO audit_log (actor, event, subject) VALUES ($1, $2, $3)', [
      actor,
      event,
      subject,
    ])
  },

  list: (after: string | null, limit: number) =>
    readRows(
      connection,
      entryRow,
      `SELECT log.id, log.at, users.name AS actor, log.event, log.subject
         FROM audit_log log LEFT JOIN users ON users.id = log.actor
        WHERE log.id < COALESCE($1::bigint, 9223372036854775807)
        ORDER BY log.id DESC LIMIT $2`,
      [after, limit],
    ),
})
export type AuditStore = ReturnType<typeof createAuditStore>
