import { API_KEY_ERRORS } from '#shared/account-messages.ts'
import type { CallDefinition } from '#shared/contract/call.ts'
import { isAllowed, type Permission } from '#shared/contract/permissions.ts'
import { AppError } from './errors.ts'
import type { Sessions, SessionUser } from './session.ts'

/** A valid API key. */
type KeyInUse = {
  id: string
  /** Whose key it is; for a key of the site, an account that stands for it. */
  user: SessionUser
  /** What it may do at most; the role of its user limits it further. */
  scopes: readonly Permission[]
  /** Whose calls are limited together: a user gets no more by making more keys. */
  countedAs: string
}

export type ApiKeys = {
  /** Null for a key that is unknown, has expired or was revoked. */
  find(secret: string): Promise<KeyInUse | null>
}

/** Who makes a call. */
export type Caller = {
  user: SessionUser | null
  sessionId: string | null
  key: KeyInUse | null
  address: string
}

const KEY_HEADER = /^Bearer +(wak_[\w-]{1,100})$/i

/** The API key of a request. Other credentials, as a proxy may ask for them, are not ours. */
export const apiKeyIn = (headers: Headers): string | null =>
  KEY_HEADER.exec(headers.get('authorization') ?? '')?.[1] ?? null

type Parts = {
  sessions: Sessions
  keys: ApiKeys
  /** Throws where an address tries too many keys. */
  countUnknownKey: (address: string) => void
}

/** Whoever brings a key is only that: cookies count for nothing then, so requests need no Origin. */
export const findCaller = async (
  { sessions, keys, countUnknownKey }: Parts,
  call: Pick<CallDefinition, 'permission' | 'callers' | 'recentSignIn'>,
  headers: Headers,
  address: string,
): Promise<Caller> => {
  const secret = apiKeyIn(headers)
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
  if (call.callers === 'browsers' || call.recentSignIn === true) throw browsersOnly()
  if (!isPublic && !scopes.includes(call.permission))
    throw new AppError(403, API_KEY_ERRORS.scope(call.permission), {
      code: API_KEY_ERRORS.scopeCode,
    })
  // A key that may not use the account must not tell whose it is.
  const user = isPublic && !scopes.includes('use-account') ? null : key.user
  return { user, sessionId: null, key, address }
}

export const browsersOnly = () =>
  new AppError(403, API_KEY_ERRORS.browsersOnly, { code: API_KEY_ERRORS.browsersOnlyCode })
