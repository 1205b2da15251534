import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { readRow } from '#server/core/db/sql.ts'
import type { Content } from '#server/features/catalog/index.ts'

const sharedRow = z.object({ subject: z.string(), title: z.string() })

/**
 * What an address of a notice means, also of what is not shown at the moment. Boards and pages are removed
 * under ids, because they can get other addresses.
 */
export const createSharedContentReader = (connection: Connection) => ({
  findBoard: async (token: string): Promise<Content | null> => {
    const row = await readRow(connection, sharedRow)`
      SELECT id::text AS subject, title FROM boards WHERE share_token = ${token}`
    return row && { kind: 'board', ...row, urls: [], identities: [] }
  },

  findCreatorPage: async (name: string): Promise<Content | null> => {
    const row = await readRow(connection, sharedRow)`
      SELECT user_id AS subject, display_name AS title FROM creators WHERE name = ${name}
        OR user_id = (SELECT user_id FROM former_creator_names WHERE name = ${name})`
    return row && { kind: 'creator-page', ...row, urls: [], identities: [] }
  },
})
