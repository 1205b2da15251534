import type { Logger } from 'pino'
import type { Database } from './db/database.ts'
import { createAtomically } from './db/transaction.ts'
import { createFavoritesService } from './features/own-products/favorites.service.ts'
import { createFavoritesStore } from './features/own-products/favorites.store.ts'
import { createInvitationService } from './features/invitations/invitations.service.ts'
import { createInvitationsStore } from './features/invitations/invitations.store.ts'
import { createInviteSecrets } from './features/invitations/invite-secrets.ts'
import { createLiveHub } from './features/live/live-hub.ts'
import { createLiveStore } from './features/live/live.store.ts'
import { createAccountService } from './features/users/account.service.ts'
import { createProductsService } from './features/own-products/products.service.ts'
import { createProductsStore } from './features/own-products/products.store.ts'
import { createUsersStore } from './features/users/users.store.ts'
import type { RateLimiter } from './http/limits.ts'
import type { Listener } from './jobs/listener.ts'
import { createIdentity } from './providers/identity/identity.ts'
import { createIdentityStore } from './providers/identity/identity.store.ts'
import type { ProviderChoice } from './providers/identity/provider-choice.ts'
import { createSessionCookie } from './providers/identity/session-cookie.ts'
import { createSessions } from './providers/identity/sessions.ts'
import { createSessionsStore } from './providers/identity/sessions.store.ts'
import type { Storage } from './providers/storage/storage.ts'

type Given = {
  releasePictures: (uid: string, urls: readonly (string | null)[]) => Promise<void>
  database: Database
  log: Logger
  limits: RateLimiter
  storage: Pick<Storage, 'delete'>
  secret: string
  publicUrl: string | null
  providers: ProviderChoice
}

/** Everything about people with an account. `start` comes after the server listens. */
export const createAccountParts = (given: Given) => {
  const { database, log, limits, storage, secret, publicUrl, providers } = given
  const { pool } = database
  const atomically = createAtomically(pool)
  const sessionsStore = createSessionsStore(pool)
  const cookie = createSessionCookie(secret, publicUrl?.startsWith('https:') ?? false)
  const sessions = createSessions(sessionsStore, cookie)
  const identityStore = createIdentityStore(pool)
  const identity = createIdentity({
    database,
    store: identityStore,
    sessions,
    log,
    secret,
    publicUrl,
    choice: providers,
  })
  const users = createUsersStore(pool)
  const productsStore = createProductsStore(pool)
  const favoritesStore = createFavoritesStore(pool)
  const products = createProductsService(
    productsStore,
    favoritesStore,
    atomically,
    // The product is gone either way: a file that stays is only a file.
    (uid, urls) =>
      given.releasePictures(uid, urls).catch((err: unknown) => {
        log.warn({ err }, 'Pictures of a product were not deleted')
      }),
  )
  const favorites = createFavoritesService(favoritesStore, productsStore, atomically)
  const invitations = createInvitationService({
    store: createInvitationsStore(pool),
    secrets: createInviteSecrets(secret),
    limits,
    sessions,
    atomically,
  })
  const account = createAccountService({
    users,
    products,
    favorites,
    identity,
    identityStore,
    storage,
    log,
  })
  const hub = createLiveHub()
  return {
    sessions,
    identity,
    identityStore,
    users,
    products,
    favorites,
    invitations,
    account,
    live: { hub, store: createLiveStore(pool), sessions },
    start: async (port: number, listener: Listener) => {
      await hub.listenOn(listener)
      await identity.start(port)
      await sessionsStore.sweep()
    },
    /** Open streams would keep the server from stopping. */
    endStreams: () => hub.endAll(),
  }
}
export type AccountParts = ReturnType<typeof createAccountParts>
