import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { apiKeyCalls, siteKeyCalls } from '#shared/contract/api-keys.ts'
import { succeeded } from '#shared/contract/call.ts'
import { createApiKeys } from './keys.service.ts'

export const keysFeature = ({ pool, atomically, audit: { note } }: Core) => {
  const keys = createApiKeys({ pool, atomically })
  const apiKeyHandlers: Handlers<typeof apiKeyCalls> = {
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
  }

  const siteKeyHandlers: Handlers<typeof siteKeyCalls> = {
    'GET /api/admin/keys': async () => succeeded({ keys: await keys.list(null) }),

    'POST /api/admin/keys': async ({ user, body, audit }) => {
      const created = await keys.create(null, body)
      const { id, name, scopes } = created.key
      audit('key-created')
      await note(user.uid, 'key-created', id, {
        subjectName: name,
        detail: scopes.join(', '),
      })
      return succeeded(created)
    },

    'DELETE /api/admin/keys/:id': async ({ user, params, audit }) => {
      const name = await keys.revoke(null, params.id)
      audit('key-revoked')
      await note(user.uid, 'key-revoked', params.id, { subjectName: name })
    },
  }

  return {
    keys,
    feature: {
      routes: [calls(apiKeyCalls, apiKeyHandlers), calls(siteKeyCalls, siteKeyHandlers)],
      hourly: { 'API keys': keys.sweep },
    } satisfies Feature,
  }
}
