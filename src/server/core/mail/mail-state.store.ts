import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { execute, readRow } from '#server/core/db/sql.ts'

const stateRow = z.object({ sentAt: isoTime.nullable(), problem: z.string().nullable() })

/** Whether mail can be sent, shared by all servers and commands. */
export const createMailStateStore = (connection: Connection) => ({
  noteSent: () => connection.query('UPDATE mail_state SET sent_at = now()'),
  noteFailed: (reason: string) =>
    execute(connection)`UPDATE mail_state SET failed_at = now(), reason = ${reason}`,

  /** `problem` is why the last mail could not be sent. */
  read: async () =>
    (await readRow(connection, stateRow)`
      SELECT sent_at AS "sentAt",
        CASE WHEN failed_at > coalesce(sent_at, '-infinity') THEN reason END AS problem
      FROM mail_state`) ?? { sentAt: null, problem: null },
})
export type MailStateStore = ReturnType<typeof createMailStateStore>
