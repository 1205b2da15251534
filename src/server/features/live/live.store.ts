import { z } from 'zod'
import { readRow } from '#server/db/rows.ts'
import type { Connection } from '#server/db/transaction.ts'

const versionRow = z.object({ version: z.coerce.number() })

export const createLiveStore = (connection: Connection) => ({
  version: async (uid: string): Promise<number> => {
    const row = await readRow(
      connection,
      versionRow,
      'SELECT version FROM live_versions WHERE user_id = $1',
      [uid],
    )
    return row?.version ?? 0
  },
})
export type LiveStore = ReturnType<typeof createLiveStore>
