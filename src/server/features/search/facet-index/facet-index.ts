import type { Logger } from 'pino'
import type { Facet, Filter, FoundPlace, Position as ListPosition, Sort } from './product-filter.ts'
import type { Connection } from '#server/core/db/query.ts'
import { createFacetColumns, type FacetColumns } from './facet-columns.ts'
import { createFacetRowsStore, type FacetRowsStore, type Position } from './facet-rows.store.ts'
import { countValues, pageOf } from './read-selection.ts'
import { type Selection, selectSlots } from './select-slots.ts'

/** More are read in the background; the database answers meanwhile. */
const MAX_CHANGES = 2_000
/** About 400 MB. With more products the database answers. */
const MAX_PRODUCTS = 4_000_000

/** Of a page with three filters: that of all of them, and each without one. */
const REMEMBERED = 5

type Loaded = { table: FacetColumns; position: Position }

/** False if only reading everything again helps. */
const readChanges = async (
  store: FacetRowsStore,
  { table, position }: Loaded,
): Promise<boolean> => {
  for (const id of await store.removed(position)) {
    if (id === null) return false
    table.remove(id)
  }
  // What was removed and added again is there.
  for await (const rows of store.changed(position)) table.put(rows)
  return true
}

/** A page asks for the same selection several times: its total, its list, its counts. */
const createMemory = () => {
  let entries: { table: FacetColumns; revision: number; key: string; selection: Selection }[] = []
  return (table: FacetColumns, filter: Filter, select: () => Selection): Selection => {
    const { revision } = table
    const key = JSON.stringify(filter)
    entries = entries.filter((one) => one.table === table && one.revision === revision)
    const entry = entries.find((one) => one.key === key)
    const selection = entry?.selection ?? select()
    const newest = entry ?? { table, revision, key, selection }
    entries = [newest, ...entries.filter((one) => one !== entry)].slice(0, REMEMBERED)
    return selection
  }
}

/**
 * What products are filtered by, in this process. It answers only from what the database shows at the
 * moment of the question, so its answers are those of the database; null where the database must answer.
 */
export const createFacetIndex = (pool: Connection, maxChanges = MAX_CHANGES) => {
  const store = createFacetRowsStore(pool)
  let loaded: Loaded | null = null
  let background: { store: FacetRowsStore; log: Logger } | null = null
  let loading: Promise<void> | null = null
  let isClosed = false

  const load = async (from: FacetRowsStore) => {
    const table = createFacetColumns()
    // Taken first: what changes during the reading is read again.
    const start = await from.position(null, 0)
    for await (const rows of from.readAll()) {
      if (isClosed) return
      table.put(rows)
      if (table.size > MAX_PRODUCTS)
        throw new Error('There are too many products to keep in memory')
    }
    const end = await from.position(null, 0)
    if (await readChanges(from, { table, position: start })) loaded = { table, position: end }
  }
  const loadSoon = () => {
    const started = background
    if (!started || isClosed) return
    loading ??= load(started.store)
      .catch((err: unknown) => {
        if (!isClosed) started.log.error({ err }, 'The facets of products could not be read')
      })
      .finally(() => {
        loading = null
      })
  }

  const bringUpToDate = async (): Promise<FacetColumns | null> => {
    const index = loaded
    if (!index) {
      loadSoon()
      return null
    }
    const { snapshot, at, changes } = await store.position(index.position, maxChanges)
    const isReadable = changes !== null && changes <= maxChanges
    if (!isReadable || (changes > 0 && !(await readChanges(store, index)))) {
      loaded = null
      loadSoon()
      return null
    }
    index.position = { snapshot, at }
    if (index.table.isWasteful()) loadSoon()
    return index.table
  }

  let current: Promise<unknown> = Promise.resolve()
  let following: Promise<FacetColumns | null> | null = null
  /** One reading at a time; one that began before the question may have missed a change. */
  const upToDate = (): Promise<FacetColumns | null> => {
    if (loaded === null && !background) return Promise.resolve(null)
    following ??= current.then(() => {
      const reading = bringUpToDate()
      current = reading.catch(() => null)
      following = null
      return reading
    })
    return following
  }

  const remember = createMemory()
  const select = async <T>(
    filter: Filter,
    read: (table: FacetColumns, selection: Selection) => T,
  ): Promise<T | null> => {
    const ids = filter.people.length > 0 ? await store.productsOf(filter.people) : null
    const table = await upToDate()
    if (!table) return null
    const selected = () => selectSlots(table, filter, ids)
    return read(table, ids ? selected() : remember(table, filter, selected))
  }

  return {
    /** Reads everything in the background, and again after changes that are too many for a request. */
    start: (maintenance: Connection, log: Logger) => {
      background = { store: createFacetRowsStore(maintenance), log }
      loadSoon()
    },
    /** Resolves when everything has been read. */
    settled: async () => {
      await loading
    },
    close: async () => {
      isClosed = true
      await loading
    },

    total: (filter: Filter) => select(filter, (_table, { count }) => count),

    page: (
      filter: Filter,
      sort: Sort,
      after: ListPosition | null,
      limit: number,
    ): Promise<FoundPlace[] | null> =>
      select(filter, (table, selection) =>
        pageOf(table, selection, { filter, sort, after, limit }),
      ),

    counts: (filter: Filter, facets: readonly Facet[]) =>
      select(filter, (table, selection) =>
        facets.flatMap((facet) => countValues(table, selection, facet)),
      ),
  }
}
export type FacetIndex = ReturnType<typeof createFacetIndex>
