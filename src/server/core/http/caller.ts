import { API_KEY_ERRORS } from '#shared/account-messages.ts'
import type { CallDefinition } from '#shared/contract/call.ts'
import {
  isAllowed,
  type KeyScope,
  type Permission,
  PERMISSION_NAMES,
  READ_SCOPE,
  getRole,
} from '#shared/contract/permissions.ts'
import type { Account } from '#shared/contract/session.ts'
import { AppError } from './errors.ts'
import { HTTP_TEXT } from './http-messages.ts'

/** What the API key of the call may do; without one, the role alone decides. Replies leave symbols out. */
export const KEY_SCOPES_OF_USER = Symbol('scopes of the key')
export type SessionUser = Account & { [KEY_SCOPES_OF_USER]?: readonly KeyScope[] }

const SITE_KEY = 'key:'
/** A key of the site acts as an administrator without an account. */
export const toSiteKeyUid = (id: string): string => `${SITE_KEY}${id}`
export const isSiteKey = (uid: string): boolean => uid.startsWith(SITE_KEY)

export type Sessions = {
  find(headers: Headers): Promise<{ id: string; user: SessionUser } | null>
  /** Whether the user signed in or confirmed their identity recently. */
  isRecent(sessionId: string): Promise<boolean>
}

const hasScope = (scopes: readonly KeyScope[], permission: Permission): boolean =>
  isAllowed('visitor', permission) ||
  scopes.includes(permission) ||
  (permission === 'use-account' && scopes.includes(READ_SCOPE))

/** Whether the role of the user, and the scopes of their key, allow it. */
export const isPermitted = (user: SessionUser | null, permission: Permission): boolean =>
  isAllowed(getRole(user), permission) &&
  hasScope(user?.[KEY_SCOPES_OF_USER] ?? PERMISSION_NAMES, permission)

const scopeError = (permission: Permission) =>
  new AppError(403, API_KEY_ERRORS.scope(permission), { code: API_KEY_ERRORS.scopeCode })

/** Throws a 403 if the user, or their key, lacks the permission. */
export const requirePermission = (user: SessionUser | null, permission: Permission) => {
  if (!isAllowed(getRole(user), permission)) throw new AppError(403, HTTP_TEXT.refusals[permission])
  if (!isPermitted(user, permission)) throw scopeError(permission)
}

type ValidApiKey = {
  id: string
  /** The owner. A key of the site itself has an account of its own. */
  user: SessionUser
  /** The role of the owner may limit these further. */
  scopes: readonly KeyScope[]
  /** All keys of a user share one rate limit, so that creating more keys does not raise it. */
  rateLimitKey: string
}

export type ApiKeyFinder = {
  /** Null for a key that is unknown, has expired or was revoked. */
  find(secret: string): Promise<ValidApiKey | null>
}

/** Who makes a call. */
export type Caller = {
  user: SessionUser | null
  sessionId: string | null
  key: ValidApiKey | null
  address: string
}

const KEY_HEADER = /^Bearer +(wak_[\w-]{1,100})$/i

/** The API key of a request. Other credentials may be meant for a proxy and are ignored. */
export const readApiKey = (headers: Headers): string | null =>
  KEY_HEADER.exec(headers.get('authorization') ?? '')?.[1] ?? null

type CallerDependencies = {
  sessions: Sessions
  keys: ApiKeyFinder
  /** Throws if an address has tried too many unknown keys. */
  countUnknownKey: (address: string) => void
}

/**
 * The user of the session or of the API key. Refuses unknown keys, and keys without the scope that the
 * call needs; `serve.ts` checks what the user may do. If a request has a key, its cookies are ignored,
 * so it needs no Origin header.
 */
export const authenticateCaller = async (
  { sessions, keys, countUnknownKey }: CallerDependencies,
  call: Pick<CallDefinition, 'permission' | 'callers' | 'recentSignIn'> & {
    isRead?: boolean
  },
  headers: Headers,
  address: string,
): Promise<Caller> => {
  const secret = readApiKey(headers)
  if (secret === null) {
    const session = call.callers === 'programs' ? null : await sessions.find(headers)
    return { user: session?.user ?? null, sessionId: session?.id ?? null, key: null, address }
  }
  const key = await keys.find(secret)
  if (!key) {
    countUnknownKey(address)
    throw new AppError(401, API_KEY_ERRORS.unknown, { code: API_KEY_ERRORS.unknownCode })
  }
  const { scopes } = key
  const isPublic = isAllowed('visitor', call.permission)
  const onlyReads = scopes.includes(READ_SCOPE)
  if (onlyReads && !call.isRead)
    throw new AppError(403, API_KEY_ERRORS.readOnly, { code: API_KEY_ERRORS.readOnlyCode })
  if (call.callers === 'browsers' || call.recentSignIn === true) throw browsersOnlyError()
  if (!hasScope(scopes, call.permission)) throw scopeError(call.permission)
  // A key that may not use the account must not reveal its owner.
  const user =
    isPublic && !hasScope(scopes, 'use-account')
      ? null
      : { ...key.user, [KEY_SCOPES_OF_USER]: scopes }
  return { user, sessionId: null, key, address }
}

export const browsersOnlyError = () =>
  new AppError(403, API_KEY_ERRORS.browsersOnly, { code: API_KEY_ERRORS.browsersOnlyCode })
