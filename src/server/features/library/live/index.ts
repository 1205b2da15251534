import type { Connection } from '#server/core/db/query.ts'
import { createLiveHub } from './live-hub.ts'
import { createLiveStore } from './live.store.ts'

export { liveHandlers } from './live.routes.ts'

export const createLive = (pool: Connection, heartbeatMs?: number) => {
  const store = createLiveStore(pool)
  return { hub: createLiveHub(store, heartbeatMs), store }
}
