import type { Core } from '#server/core/core.ts'
import { isLockTimeout } from '#server/core/db/pools.ts'
import { type Connection, createAtomically } from '#server/core/db/query.ts'
import { AppError } from '#server/core/http/errors.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'

export type CatalogWriteDependencies = Pick<Core, 'maintenance' | 'log'> & {
  /** Resolves when searches show the current state of these products. */
  settleSearch: ((productIds: readonly string[]) => Promise<void>) | undefined
}

/** Changes the catalogue in one transaction, and waits until searches show the products it touched. */
export const createCatalogWrite = ({
  maintenance,
  log,
  settleSearch,
}: CatalogWriteDependencies) => {
  const atomically = createAtomically(maintenance)
  return async <T extends { touched: readonly string[] }>(
    work: (client: Connection) => Promise<T>,
  ): Promise<T> => {
    const result = await atomically(work).catch((cause: unknown) => {
      // An import may lock the catalogue for longer than a request waits.
      if (isLockTimeout(cause)) throw new AppError(409, STUDIO_ERRORS.catalogBusy, { cause })
      throw cause
    })
    await settleSearch?.(result.touched).catch((err: unknown) =>
      log.warn({ err }, 'The search index does not show a published look yet'),
    )
    return result
  }
}
