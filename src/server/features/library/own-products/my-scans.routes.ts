import { succeeded } from '#shared/contract/call.ts'
import type { myScanCalls } from '#shared/contract/my-scans.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { ScansService } from './scans.service.ts'

export const myScanHandlers = (scans: ScansService): Handlers<typeof myScanCalls> => ({
  'GET /api/my-scans': async ({ user }) => succeeded(await scans.list(user.uid)),
  'GET /api/my-scan': async ({ user, query }) => succeeded(await scans.open(user.uid, query.photo)),
  'DELETE /api/my-scan': async ({ user, query }) => {
    await scans.remove(user.uid, query.photo)
    return succeeded(null)
  },
  'DELETE /api/my-scans': async ({ user }) => {
    await scans.removeAll(user.uid)
    return succeeded(null)
  },
})
