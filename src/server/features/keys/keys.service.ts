import type { Core } from '#server/core/core.ts'
import { createHash, randomBytes } from 'node:crypto'
import {
  type ApiKeyFinder,
  requirePermission,
  type SessionUser,
  toSiteKeyUid,
} from '#server/core/http/caller.ts'
import { AppError } from '#server/core/http/errors.ts'
import { toAccount } from '#server/features/accounts/index.ts'
import { API_KEY_ERRORS } from '#shared/account-messages.ts'
import { API_KEYS } from '#shared/account-constants.ts'
import { type NewApiKey } from '#shared/contract/api-keys.ts'
import { READ_SCOPE } from '#shared/contract/permissions.ts'
import { createKeysStore } from './keys.store.ts'

const PREFIX = 'wak_'
const SECRET_BYTES = 32
const HINT_CHARS = 4

/** The secret is as long and random as the hash, so an unsalted hash is safe. */
const hashSecret = (secret: string) => createHash('sha256').update(secret).digest()

const toSiteAccount = (id: string, name: string): SessionUser => ({
  uid: toSiteKeyUid(id),
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
export const createApiKeys = ({ pool, atomically }: Pick<Core, 'pool' | 'atomically'>) => {
  const store = createKeysStore(pool)
  return {
    find: (async (secret) => {
      const key = await store.find(hashSecret(secret))
      if (!key) return null
      const { id, name, scopes, isOfSite } = key
      const user = isOfSite ? toSiteAccount(id, name) : key.user && toAccount(key.user, 'key')
      // The account is suspended.
      if (!user) return null
      if (key.isUseDue) await store.noteUse(id)
      return { id, user, scopes, rateLimitKey: isOfSite ? user.uid : `keys of ${user.uid}` }
    }) satisfies ApiKeyFinder['find'],

    list: (owner: SessionUser | null) => store.list(owner?.uid ?? null),

    /** `owner` is null for a key of the site. Also returns the secret, which is not stored. */
    create: async (owner: SessionUser | null, { name, scopes, lifeDays }: NewApiKey) => {
      if (owner) {
        // The access of an invited user ends after a day; a key would outlive it.
        if (owner.isInviteUser) throw new AppError(403, API_KEY_ERRORS.inviteUser)
        for (const scope of scopes)
          requirePermission(owner, scope === READ_SCOPE ? 'use-account' : scope)
      }
      const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
      const newKey = {
        name,
        hash: hashSecret(secret),
        hint: secret.slice(-HINT_CHARS),
        scopes,
        lifeDays,
      }
      const limit = owner ? API_KEYS.maxPerUser : API_KEYS.maxPerSite
      const key = await atomically((connection) =>
        createKeysStore(connection).add(owner?.uid ?? null, newKey, limit),
      )
      if (!key) throw new AppError(409, API_KEY_ERRORS.tooMany(limit))
      return { key, secret }
    },

    revoke: async (owner: SessionUser | null, id: string) => {
      const removed = await store.remove(owner?.uid ?? null, id)
      if (!removed) throw new AppError(404, API_KEY_ERRORS.gone)
      return removed.name
    },

    sweep: store.sweep,
  }
}
