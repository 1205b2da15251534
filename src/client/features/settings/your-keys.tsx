import { ApiKeys } from '#client/account/api-keys.tsx'
import { api } from '#client/lib/api.ts'
import type { Account } from '#shared/contract/session.ts'
import { isAllowed, PERMISSION_NAMES, roleOf } from '#shared/contract/permissions.ts'

/** API keys with which programs act for the user. */
export const YourKeys = ({ user }: { user: Account }) => (
  <div className="stack gap-5">
    <p className="quiet">
      Scripts and apps use a key to act for you, within what you allow it.{' '}
      <a href="/api/docs">API documentation</a>
    </p>
    <ApiKeys
      owner={{
        name: 'account',
        scopes: PERMISSION_NAMES.filter(
          (scope) => scope !== 'browse' && isAllowed(roleOf(user), scope),
        ),
        list: async (signal) => (await api('GET /api/account/keys', { signal })).data.keys,
        create: async (body) => (await api('POST /api/account/keys', { body })).data,
        revoke: (id) => api('DELETE /api/account/keys/:id', { params: { id } }),
      }}
    />
  </div>
)
