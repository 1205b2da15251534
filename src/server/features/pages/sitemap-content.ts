import type { Connection } from '#server/core/db/query.ts'
import { createListedPagesStore } from '#server/features/boards/index.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'

/** The public pages, by kind. */
export const createSitemapContent = (connection: Connection) => {
  const { people, looks, products, topics } = createCatalogReader(connection)
  const { creators, boards } = createListedPagesStore(connection)
  return {
    people: { count: people.countListed, read: people.pageNames },
    looks: { count: looks.count, read: looks.pageUrls },
    products: { count: products.countListed, read: products.pageListed },
    creators,
    boards,
    topics: { count: topics.countListed, read: topics.pageListed },
  }
}
export type SitemapContent = ReturnType<typeof createSitemapContent>
