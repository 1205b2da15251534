import { ADMIN_MESSAGES } from '#shared/account-messages.ts'
import type { adminUserCalls } from '#shared/contract/admin-users.ts'
import { succeeded } from '#shared/contract/call.ts'
import { AppError } from '#server/http/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { AdminUsersStore } from './admin-users.store.ts'

export const adminUserHandlers = (users: AdminUsersStore): Handlers<typeof adminUserCalls> => ({
  'POST /api/admin/users/:id/suspension': async ({ params, user, audit }) => {
    if (params.id === user.uid) throw new AppError(409, ADMIN_MESSAGES.notYourself)
    if (!(await users.suspend(params.id))) throw new AppError(404, ADMIN_MESSAGES.noSuchUser)
    audit('user-suspended')
    return succeeded(null)
  },

  'DELETE /api/admin/users/:id/suspension': async ({ params, audit }) => {
    if (!(await users.restore(params.id))) throw new AppError(404, ADMIN_MESSAGES.noSuchUser)
    audit('user-restored')
    return succeeded(null)
  },
})
