import type { Connection } from '#server/core/db/query.ts'
import { createRates as createRatesService } from './rates.service.ts'
import { createRatesStore } from './rates.store.ts'

export { rateHandlers } from './rates.routes.ts'

export const createRates = (pool: Connection, ratesUrl: string | undefined) =>
  createRatesService(createRatesStore(pool), ratesUrl)
