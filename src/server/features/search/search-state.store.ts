import { z } from 'zod'
import { type Connection, readRow } from '#server/core/db/query.ts'

const stateRow = z.object({ vocabulary: z.number() })

/** Of the vocabulary that described all products; 0 while some have no document yet. */
export const readVocabularyVersion = async (connection: Connection): Promise<number> =>
  (await readRow(connection, stateRow, 'SELECT vocabulary FROM search.state'))?.vocabulary ?? 0
