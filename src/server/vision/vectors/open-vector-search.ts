import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Database } from '#server/core/db/database.ts'
import { openMemorySearch, type MemorySearchSettings } from './memory-search.ts'
import { openPgvectorSearch, type PgvectorSettings } from './pgvector-search.ts'
import { createProductVectorsStore } from './product-vectors.store.ts'
import type { VectorSearch } from './vector-search.ts'

export type VectorSearchSettings = Omit<MemorySearchSettings, 'mayUseGraph' | 'pool'> &
  Pick<Database, 'pool' | 'url'> & {
    /** A search database with pgvector that has the vectors of the catalogue's products. */
    copy?: Pick<Database, 'pool' | 'url'> | null
  }

/** What people added themselves stays in `pool`, and is compared there. */
const searchCopy = (settings: PgvectorSettings, pool: Database['pool']): VectorSearch => {
  const { version, log } = settings
  const { compare } = createProductVectorsStore(pool)
  let opening: Promise<VectorSearch | null> | null = null
  // The search database may be unreachable when the server starts.
  const open = async () => {
    opening ??= openPgvectorSearch(settings)
    const search = await opening.catch((error: unknown) => {
      opening = null
      throw error
    })
    if (!search) throw new Error('The search database has lost pgvector')
    return search
  }
  open().catch((err: unknown) => log.warn({ err }, 'Vectors cannot be searched yet'))
  return {
    kind: 'pgvector',
    search: async (vector, count, { ownerUid, ...filter } = {}) => {
      const matches = await (await open()).search(vector, count, filter)
      if (ownerUid === undefined) return matches
      const own = await compare(version, vector, count, { ...filter, ownerUid })
      return [...matches, ...own].toSorted((a, b) => b.similarity - a.similarity).slice(0, count)
    },
    loaded: async () => {
      await open()
    },
    settled: async () => (await open()).settled(),
    close: async () => (await opening?.catch(() => null))?.close(),
  }
}

/** `folder`: of all models. Uses pgvector if a database has it, otherwise searches in this process. */
export const openVectorSearch = async ({
  copy = null,
  ...settings
}: VectorSearchSettings): Promise<VectorSearch> => {
  const name = createHash('sha256').update(settings.version).digest('hex').slice(0, 16)
  const folder = settings.folder ? join(settings.folder, name) : null
  const search = copy
    ? searchCopy({ ...settings, ...copy, table: 'search.vectors' }, settings.pool)
    : ((await openPgvectorSearch(settings)) ??
      (await openMemorySearch({ ...settings, folder, mayUseGraph: true })))
  settings.log.info({ kind: search.kind, isCopy: copy !== null }, 'Product vectors are searched')
  return search
}
