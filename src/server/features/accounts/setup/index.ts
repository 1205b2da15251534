import type { Connection } from '#server/core/db/query.ts'
import { createSetupService } from './setup.service.ts'
import { createSetupStore } from './setup.store.ts'

export { setupHandlers } from './setup.routes.ts'

export const createSetup = (pool: Connection) => createSetupService(createSetupStore(pool))
