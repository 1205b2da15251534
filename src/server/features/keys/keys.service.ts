import { createHash, randomBytes } from 'node:crypto'
import type { Atomically } from '#server/core/db/query.ts'
import type { ApiKeys } from '#server/core/http/caller.ts'
import { AppError } from '#server/core/http/errors.ts'
import { requirePermission, type SessionUser } from '#server/core/http/session.ts'
import { accountFrom } from '#server/features/accounts/index.ts'
import { API_KEY_ERRORS } from '#shared/account-messages.ts'
import { API_KEYS } from '#shared/constants.ts'
import type { ApiKey, NewApiKey } from '#shared/contract/api-keys.ts'
import { PERMISSION_NAMES, type Permission } from '#shared/contract/permissions.ts'
import { createKeysStore, type KeyRow, type KeysStore } from './keys.store.ts'

const PREFIX = 'wak_'
const SECRET_BYTES = 32
const HINT_CHARS = 4

/** As random as the hash is long, so a plain hash cannot be guessed from. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** A scope of a later version means nothing to this one. */
const scopesFrom = (names: readonly string[]): Permission[] =>
  PERMISSION_NAMES.filter((scope) => names.includes(scope))

const keyFrom = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: scopesFrom(row.scopes),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  isExpired: row.is_expired,
  lastUsedAt: row.last_used_at,
})

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
    const row = await store.find(hashOf(secret))
    if (!row) return null
    const { key_id: id, is_of_site: isOfSite } = row
    const user = isOfSite ? siteAccount(id, row.key_name) : row.user && accountFrom(row.user, 'key')
    // Suspended.
    if (!user) return null
    if (row.is_use_due) await store.noteUse(id)
    return {
      id,
      user,
      scopes: scopesFrom(row.scopes),
      countedAs: isOfSite ? user.uid : `keys of ${user.uid}`,
    }
  }) satisfies ApiKeys['find'],

  list: async (owner: SessionUser | null) =>
    (await store.list(owner?.uid ?? null)).map((row) => keyFrom(row)),

  /** `owner` is null for a key of the site. Returns the key itself too, which is not stored. */
  create: async (owner: SessionUser | null, { name, scopes, lifeDays }: NewApiKey) => {
    if (owner) {
      // Their access ends after a day, and a key would not.
      if (owner.isInviteUser) throw new AppError(403, API_KEY_ERRORS.inviteUser)
      for (const scope of scopes) requirePermission(owner, scope)
    }
    const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
    const key = {
      name,
      hash: hashOf(secret),
      hint: secret.slice(-HINT_CHARS),
      scopes: scopesFrom(scopes),
      lifeDays,
    }
    const most = owner ? API_KEYS.mostOfUser : API_KEYS.mostOfSite
    const row = await atomically((connection) =>
      createKeysStore(connection).add(owner?.uid ?? null, key, most),
    )
    if (!row) throw new AppError(409, API_KEY_ERRORS.tooMany(most))
    return { key: keyFrom(row), secret }
  },

  revoke: async (owner: SessionUser | null, id: string) => {
    const removed = await store.remove(owner?.uid ?? null, id)
    if (!removed) throw new AppError(404, API_KEY_ERRORS.gone)
    return removed.name
  },
})
export type ApiKeysService = ReturnType<typeof createApiKeys>
