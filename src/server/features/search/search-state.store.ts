import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { readValue } from '#server/core/db/sql.ts'

/** Of the vocabulary that described all products; 0 while some have no document yet. */
export const readVocabularyVersion = async (connection: Connection): Promise<number> =>
  (await readValue(connection, z.number())`SELECT vocabulary FROM search.state`) ?? 0
