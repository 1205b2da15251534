import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { apiKeyCalls, siteKeyCalls } from '#shared/contract/api-keys.ts'
import { apiKeyHandlers, siteKeyHandlers } from './keys.routes.ts'
import { createApiKeys } from './keys.service.ts'
import { createKeysStore } from './keys.store.ts'

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
