import { createHash, randomBytes } from 'node:crypto'
import type { Atomically } from '#server/core/db/query.ts'
import type { ApiKeys } from '#server/core/http/caller.ts'
import { AppError } from '#server/core/http/errors.ts'
import { requirePermission, type SessionUser } from '#server/core/http/session.ts'
import { accountFrom } from '#server/features/accounts/index.ts'
import { API_KEY_ERRORS } from '#shared/account-messages.ts'
import { API_KEYS } from '#shared/constants.ts'
import type { NewApiKey } from '#shared/contract/api-keys.ts'
import { createKeysStore, type KeysStore } from './keys.store.ts'

const PREFIX = 'wak_'
const SECRET_BYTES = 32
const HINT_CHARS = 4

/** As random as the hash is long, so a plain hash cannot be guessed from. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** Who a key of the site is: an administrator without an account. */
const siteAccount = (id: string, name: string): SessionUser => ({
  uid: `key:${id}`,
  displayName: name,
  email: null,
  photoURL: null,
  provider: 'key',
  hasInviteCode: false,
  isAdmin: true,
  publisherRole: null,
  isInviteUser: false,
})

/** Keys are never cached, so that revoking one takes effect at once on every server. */
export const createApiKeys = (store: KeysStore, atomically: Atomically) => ({
  find: (async (secret) => {
    const key = await store.find(hashOf(secret))
    if (!key) return null
    const { id, name, scopes, isOfSite } = key
    const user = isOfSite ? siteAccount(id, name) : key.user && accountFrom(key.user, 'key')
    // Suspended.
    if (!user) return null
    if (key.isUseDue) await store.noteUse(id)
    return { id, user, scopes, countedAs: isOfSite ? user.uid : `keys of ${user.uid}` }
  }) satisfies ApiKeys['find'],

  list: (owner: SessionUser | null) => store.list(owner?.uid ?? null),

  /** `owner` is null for a key of the site. Returns the key itself too, which is not stored. */
  create: async (owner: SessionUser | null, { name, scopes, lifeDays }: NewApiKey) => {
    if (owner) {
      // Their access ends after a day, and a key would not.
      if (owner.isInviteUser) throw new AppError(403, API_KEY_ERRORS.inviteUser)
      for (const scope of scopes) requirePermission(owner, scope)
    }
    const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
    const made = { name, hash: hashOf(secret), hint: secret.slice(-HINT_CHARS), scopes, lifeDays }
    const most = owner ? API_KEYS.mostOfUser : API_KEYS.mostOfSite
    const key = await atomically((connection) =>
      createKeysStore(connection).add(owner?.uid ?? null, made, most),
    )
    if (!key) throw new AppError(409, API_KEY_ERRORS.tooMany(most))
    return { key, secret }
  },

  revoke: async (owner: SessionUser | null, id: string) => {
    const removed = await store.remove(owner?.uid ?? null, id)
    if (!removed) throw new AppError(404, API_KEY_ERRORS.gone)
    return removed.name
  },
})
export type ApiKeysService = ReturnType<typeof createApiKeys>
