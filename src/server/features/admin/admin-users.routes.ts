import type { adminUserCalls } from '#shared/contract/admin-users.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { deviceFrom, type SessionKeeper } from '#server/features/accounts/index.ts'
import type { AdminUsersService } from './admin-users.service.ts'

type Parts = { users: AdminUsersService; sessions: Pick<SessionKeeper, 'list'> }

export const adminUserHandlers = ({ users, sessions }: Parts): Handlers<typeof adminUserCalls> => ({
  'GET /api/admin/users': async ({ query }) => succeeded(await users.list(query)),

  'GET /api/admin/users/:id': async ({ params, sessionId }) => {
    const user = await users.find(params.id)
    const devices = (await sessions.list(params.id)).map((one) => deviceFrom(one, sessionId))
    return succeeded({ ...user, sessions: devices })
  },

  'POST /api/admin/users/:id/suspension': async ({ params, user, audit }) => {
    await users.suspend(user.uid, params.id)
    audit('user-suspended')
    return succeeded(null)
  },

  'DELETE /api/admin/users/:id/suspension': async ({ params, user, audit }) => {
    await users.restore(user.uid, params.id)
    audit('user-restored')
    return succeeded(null)
  },

  'PUT /api/admin/users/:id/role': async ({ params, body, user, audit }) => {
    await users.setRole(user.uid, params.id, body.role)
    audit('role-changed')
    return succeeded(null)
  },

  'DELETE /api/admin/users/:id/sessions': async ({ params, user, audit }) => {
    await users.signOut(user.uid, params.id)
    audit('sign-out-everywhere')
    return succeeded(null)
  },

  'DELETE /api/admin/users/:id': async ({ params, user, audit }) => {
    await users.remove(user.uid, params.id)
    audit('account-deleted')
    return succeeded(null)
  },
})
