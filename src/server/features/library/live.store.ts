import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { readRow, readValues } from '#server/core/db/sql.ts'

const stateRow = z.object({ version: z.coerce.number(), has_session: z.boolean() })

export const createLiveStore = (connection: Connection) => ({
  /** The version of the user's lists; null if the session has ended. */
  version: async (uid: string, sessionId: string): Promise<number | null> => {
    const row = await readRow(connection, stateRow)`
      SELECT COALESCE((SELECT version FROM live_versions WHERE user_id = ${uid}), 0) AS version,
      EXISTS (SELECT FROM sessions WHERE id = ${sessionId} AND expires_at > now()) AS has_session`
    return row?.has_session ? row.version : null
  },

  /** Which of these sessions have ended. */
  endedSessions: (sessionIds: string[]): Promise<string[]> =>
    readValues(connection, z.string())`
      SELECT open.id FROM unnest(${sessionIds}::text[]) AS open (id)
       LEFT JOIN sessions s ON s.id = open.id AND s.expires_at > now()
      WHERE s.id IS NULL`,
})
export type LiveStore = ReturnType<typeof createLiveStore>
