import type { adminStorageCalls } from '#shared/contract/admin-storage.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { ReadStorage } from './admin-storage.service.ts'

export const adminStorageHandlers = (
  readStorage: ReadStorage,
): Handlers<typeof adminStorageCalls> => ({
  'GET /api/admin/storage': async () => succeeded(await readStorage()),
})
