import type { AuditStore } from '#server/core/audit.store.ts'
import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { apiKeyCalls, siteKeyCalls } from '#shared/contract/api-keys.ts'
import { succeeded } from '#shared/contract/call.ts'
import { type ApiKeysService, createApiKeys, createKeysStore } from './keys.store.ts'

export const keysFeature = ({ pool, atomically, audit }: Core) => {
  const store = createKeysStore(pool)
  const keys = createApiKeys(store, atomically)
  return {
    keys,
    feature: {
      routes: [
        calls(apiKeyCalls, apiKeyHandlers(keys)),
        calls(siteKeyCalls, siteKeyHandlers({ keys, note: audit.note })),
      ],
      hourly: { 'API keys': () => store.sweep() },
    } satisfies Feature,
  }
}

const apiKeyHandlers = (keys: ApiKeysService): Handlers<typeof apiKeyCalls> => ({
  'GET /api/account/keys': async ({ user }) => succeeded({ keys: await keys.list(user) }),

  'POST /api/account/keys': async ({ user, body, audit }) => {
    const created = await keys.create(user, body)
    audit('key-created')
    return succeeded(created)
  },

  'DELETE /api/account/keys/:id': async ({ user, params, audit }) => {
    await keys.revoke(user, params.id)
    audit('key-revoked')
  },
})

type Parts = { keys: ApiKeysService; note: AuditStore['note'] }

const siteKeyHandlers = ({ keys, note }: Parts): Handlers<typeof siteKeyCalls> => ({
  'GET /api/admin/keys': async () => succeeded({ keys: await keys.list(null) }),

  'POST /api/admin/keys': async ({ user, body, audit }) => {
    const created = await keys.create(null, body)
    const { id, name, scopes } = created.key
    audit('key-created')
    await note(user.uid, 'key-created', id, { subjectName: name, detail: scopes.join(', ') })
    return succeeded(created)
  },

  'DELETE /api/admin/keys/:id': async ({ user, params, audit }) => {
    const name = await keys.revoke(null, params.id)
    audit('key-revoked')
    await note(user.uid, 'key-revoked', params.id, { subjectName: name })
  },
})
