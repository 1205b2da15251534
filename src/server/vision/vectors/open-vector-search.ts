import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Database } from '#server/core/db/database.ts'
import { DatabaseUnavailable } from '#server/core/db/pools.ts'
import { openMemorySearch, type MemorySearchDependencies } from './memory-search.ts'
import { openPgvectorSearch, type PgvectorSearchDependencies } from './pgvector-search.ts'
import { createProductVectorsStore } from './product-vectors.store.ts'
import type { VectorSearch } from './vector-search.ts'

/** A search database with pgvector that has the vectors of the catalogue's products. */
export type VectorCopy = Pick<Database, 'pool' | 'url'> & {
  /** Turns failures of that database into those of a search. */
  guard: <T>(read: () => Promise<T>) => Promise<T>
}

export type VectorSearchDependencies = Omit<MemorySearchDependencies, 'mayUseGraph' | 'pool'> &
  Pick<Database, 'pool' | 'url'> & {
    /** Null while `pool` is searched. Read at every search, because it may change. */
    copy?: (() => VectorCopy | null) | undefined
  }

/** Products that users added stay in `pool`, and are compared there. */
const searchCopy = (
  { guard, ...copy }: VectorCopy,
  settings: PgvectorSearchDependencies,
): VectorSearch => {
  const { pool, version, log } = settings
  const { compare } = createProductVectorsStore(pool)
  let opening: Promise<VectorSearch | null> | null = null
  // The search database may be unreachable when the server starts.
  const open = async () => {
    opening ??= openPgvectorSearch({ ...settings, ...copy, table: 'search.vectors' })
    const search = await opening.catch((error: unknown) => {
      opening = null
      throw error
    })
    if (!search) throw new DatabaseUnavailable('The search database has lost pgvector')
    return search
  }
  open().catch((err: unknown) => log.warn({ err }, 'Vectors cannot be searched yet'))
  return {
    kind: 'pgvector',
    search: async (vector, count, { ownerUid, ...filter } = {}) => {
      const matches = await guard(async () => (await open()).search(vector, count, filter))
      if (ownerUid === undefined) return matches
      const own = await compare(version, vector, count, { ...filter, ownerUid })
      return [...matches, ...own].toSorted((a, b) => b.similarity - a.similarity).slice(0, count)
    },
    loaded: () => guard(async () => (await open()).loaded()),
    waitUntilIndexed: () => guard(async () => (await open()).waitUntilIndexed()),
    close: async () => (await opening?.catch(() => null))?.close(),
  }
}

type OpenedSearch = {
  copy: VectorCopy | null
  search: Promise<VectorSearch>
  running: Set<Promise<unknown>>
}

const closeSearch = async ({ search, running }: OpenedSearch) => {
  await Promise.allSettled(running)
  await (await search.catch(() => null))?.close()
}

/**
 * `folder`: of all models. Uses pgvector if a database has it, otherwise searches in this process. Follows
 * the copy: after it was filled, lost or detached, the next search is answered by the other database.
 */
export const openVectorSearch = async ({
  copy: readCopy = () => null,
  ...settings
}: VectorSearchDependencies): Promise<VectorSearch> => {
  const name = createHash('sha256').update(settings.version).digest('hex').slice(0, 16)
  const folder = settings.folder ? join(settings.folder, name) : null
  const closing = new Set<Promise<void>>()
  let opened: OpenedSearch | null = null

  const openIn = async (copy: VectorCopy | null): Promise<VectorSearch> => {
    const search = copy
      ? searchCopy(copy, settings)
      : ((await openPgvectorSearch(settings)) ??
        (await openMemorySearch({ ...settings, folder, mayUseGraph: true })))
    settings.log.info({ kind: search.kind, isCopy: copy !== null }, 'Product vectors are searched')
    return search
  }

  const closeCurrentSearch = () => {
    if (!opened) return
    const closed = closeSearch(opened)
    opened = null
    closing.add(closed)
    void closed.finally(() => closing.delete(closed))
  }

  const run = async <T>(work: (search: VectorSearch) => Promise<T>): Promise<T> => {
    const copy = readCopy()
    if (opened?.copy !== copy) closeCurrentSearch()
    const chosen = (opened ??= { copy, search: openIn(copy), running: new Set() })
    chosen.search.catch(() => {
      // The next search tries to open it again.
      if (opened === chosen) opened = null
    })
    const working = chosen.search.then(work)
    chosen.running.add(working)
    try {
      return await working
    } finally {
      chosen.running.delete(working)
    }
  }

  return {
    kind: await run(async ({ kind }) => kind),
    search: (...query) => run((search) => search.search(...query)),
    loaded: () => run((search) => search.loaded()),
    waitUntilIndexed: () => run((search) => search.waitUntilIndexed()),
    close: async () => {
      closeCurrentSearch()
      await Promise.all(closing)
    },
  }
}
