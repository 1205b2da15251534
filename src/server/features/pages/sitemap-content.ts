import type { Connection } from '#server/core/db/query.ts'
import { createListedPagesStore } from '#server/features/boards/index.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import type { DocumentsStore } from '#server/features/search/index.ts'
import { HOUR_MS } from '#shared/durations.ts'

/** Fewer products are no list of their own. */
const MIN_PRODUCTS = 3
/** All documents are read for these lists, so they are few and kept for a while. */
const MAX_LISTS = 5_000
const KEPT_MS = HOUR_MS

type Documents = Pick<DocumentsStore, 'kindsOfPeople'>

/** What people wear of one kind: 'boots of Ada'. */
const createKindLists = (
  people: Pick<ReturnType<typeof createCatalogReader>['people'], 'readListed'>,
  documents: Documents,
) => {
  const readLists = () => documents.kindsOfPeople(MIN_PRODUCTS, MAX_LISTS)
  let kept: { readAt: number; lists: ReturnType<typeof readLists> } | null = null
  const keepLists = () => {
    const isOld = kept === null || performance.now() - kept.readAt > KEPT_MS
    if (kept && !isOld) return kept.lists
    const reading = { readAt: performance.now(), lists: readLists() }
    kept = reading
    reading.lists.catch(() => {
      if (kept === reading) kept = null
    })
    return reading.lists
  }
  return {
    count: async () => (await keepLists()).length,
    /** Without people who were removed meanwhile. */
    read: async (limit: number, offset: number) => {
      const lists = (await keepLists()).slice(offset, offset + limit)
      const ids = [...new Set(lists.map(({ personId }) => personId))]
      const names = new Map((await people.readListed(ids)).map(({ id, name }) => [id, name]))
      return lists.flatMap(({ personId, kind }) => {
        const name = names.get(personId)
        return name === undefined ? [] : [{ name, kind }]
      })
    },
  }
}

/** The public pages, by kind. */
export const createSitemapContent = (connection: Connection, documents: Documents) => {
  const { people, looks, products, topics } = createCatalogReader(connection)
  const { creators, boards } = createListedPagesStore(connection)
  return {
    people: { count: people.countListed, read: people.pageNames },
    lists: createKindLists(people, documents),
    looks: { count: looks.count, read: looks.pageUrls },
    products: { count: products.countListed, read: products.pageListed },
    creators,
    boards,
    topics: { count: topics.countListed, read: topics.pageListed },
  }
}
export type SitemapContent = ReturnType<typeof createSitemapContent>
