import type { Core } from '#server/core/core.ts'
import { isLockTimeout } from '#server/core/db/pools.ts'
import { type Connection, createAtomically } from '#server/core/db/query.ts'
import { AppError } from '#server/core/http/errors.ts'
import { announceCatalogChange } from './document-writer.store.ts'
import { createPublishingSession, type PublishingSession } from './publishing.store.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'

export type CatalogWriterDependencies = Pick<Core, 'maintenance' | 'log'> & {
  /** Resolves when searches show the current state of these products. */
  waitForSearch: ((productIds: readonly string[]) => Promise<void>) | undefined
}

/**
 * Changes the catalogue in one transaction, which no import interrupts. Servers are notified, and the
 * change is complete once searches show the products that it touched.
 */
export const createCatalogWriter = ({
  maintenance,
  log,
  waitForSearch,
}: CatalogWriterDependencies) => {
  const atomically = createAtomically(maintenance)
  return async <T extends { touched: readonly string[] }>(
    work: (catalog: PublishingSession, client: Connection) => Promise<T>,
  ): Promise<T> => {
    const result = await atomically(async (client) => {
      const catalog = createPublishingSession(client)
      await catalog.lock()
      const written = await work(catalog, client)
      await announceCatalogChange(client)
      return written
    }).catch((cause: unknown) => {
      // An import may lock the catalogue for longer than a request waits.
      if (isLockTimeout(cause)) throw new AppError(409, STUDIO_ERRORS.catalogBusy, { cause })
      throw cause
    })
    await waitForSearch?.(result.touched).catch((err: unknown) =>
      log.warn({ err }, 'The search index does not show a published look yet'),
    )
    return result
  }
}
