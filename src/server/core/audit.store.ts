import { z } from 'zod'
import { type AuditEvent, auditEntrySchema } from '#shared/contract/admin-users.ts'
import { type Connection, isoTime } from './db/query.ts'
import { execute, readRows, readValue } from './db/sql.ts'

const entryRow = auditEntrySchema.extend({ at: isoTime })

export const createAuditStore = (connection: Connection) => ({
  /** `actor` is null for a command. The database adds names, unless the subject is already gone. */
  note: (
    actor: string | null,
    event: AuditEvent,
    subject: string | null,
    {
      subjectName = null,
      detail = null,
    }: { subjectName?: string | null; detail?: string | null } = {},
  ) =>
    execute(connection)`
      INSERT INTO audit_log (actor, event, subject, subject_name, detail)
      VALUES (${actor}, ${event}, ${subject}, ${subjectName}, ${detail})`,

  /** A user's name and email address, as entries have them. */
  labelOf: (uid: string) =>
    readValue(connection, z.string().nullable())`SELECT person_label(${uid})`,

  list: (after: string | null, limit: number) =>
    readRows(connection, entryRow)`
      SELECT id, at, coalesce(actor_name, actor) AS actor, event,
            coalesce(subject_name, subject) AS subject, detail
       FROM audit_log WHERE id < COALESCE(${after}::bigint, 9223372036854775807)
      ORDER BY id DESC LIMIT ${limit}`,
})
export type AuditStore = ReturnType<typeof createAuditStore>
