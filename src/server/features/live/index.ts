import type { Connection } from '#server/db/transaction.ts'
import type { Sessions } from '#server/http/session.ts'
import { createLiveHub } from './live-hub.ts'
import { createLiveStore } from './live.store.ts'

export { liveHandlers } from './live.routes.ts'

export const createLive = (pool: Connection, sessions: Sessions) => ({
  hub: createLiveHub(),
  store: createLiveStore(pool),
  sessions,
})
