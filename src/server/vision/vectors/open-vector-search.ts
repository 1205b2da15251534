import type { Database } from '#server/core/db/database.ts'
import { openMemorySearch, type MemorySearchSettings } from './memory-search.ts'
import { openPgvectorSearch } from './pgvector-search.ts'
import type { VectorSearch } from './vector-search.ts'

export type VectorSearchSettings = Omit<MemorySearchSettings, 'mayUseGraph' | 'pool'> &
  Pick<Database, 'pool' | 'url'>

/** Uses pgvector if the database has it, otherwise searches in this process. */
export const openVectorSearch = async (settings: VectorSearchSettings): Promise<VectorSearch> => {
  const search =
    (await openPgvectorSearch(settings)) ??
    (await openMemorySearch({ ...settings, mayUseGraph: true }))
  settings.log.info({ kind: search.kind }, 'Product vectors are searched')
  return search
}
