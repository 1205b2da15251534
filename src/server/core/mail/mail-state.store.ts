import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, readRow } from '#server/core/db/sql.ts'

const stateRow = z.object({ sent_at: z.date().nullable(), problem: z.string().nullable() })

/** How mail fares, over all servers and commands. */
export const createMailStateStore = (connection: Connection) => ({
  noteSent: () => connection.query('UPDATE mail_state SET sent_at = now()'),
  noteFailed: (reason: string) =>
    execute(connection)`UPDATE mail_state SET failed_at = now(), reason = ${reason}`,

  /** `problem` is why the last mail could not be sent. */
  read: async () => {
    const row = await readRow(connection, stateRow)`
      SELECT sent_at, CASE WHEN failed_at > coalesce(sent_at, '-infinity') THEN reason
        END AS problem
      FROM mail_state`
    return { sentAt: row?.sent_at ?? null, problem: row?.problem ?? null }
  },
})
export type MailStateStore = ReturnType<typeof createMailStateStore>
