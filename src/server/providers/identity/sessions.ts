import { INVITE, SESSION } from '#shared/constants.ts'
import type { Sessions } from '#server/http/session.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { SessionsStore } from './sessions.store.ts'

export type Caller = { address: string; userAgent: string | null }

/** Sessions are never cached, so that revoking one takes effect at once. */
export type SessionKeeper = Sessions & {
  /** Extends the session if that is due. Returns the new cookie, or null. */
  slide(headers: Headers): Promise<string | null>
  /** Starts a 24-hour session. Returns its cookie. */
  beginForInvite(uid: string, caller: Caller): Promise<string>
  /** Ends the session. Returns an expired cookie that clears the session cookie. */
  end(headers: Headers): Promise<string>
}

export const createSessions = (store: SessionsStore, cookie: SessionCookie): SessionKeeper => {
  const find = async (headers: Headers) => {
    const token = cookie.read(headers)
    return token === null ? null : store.find(token)
  }
  return {
    read: async (headers) => (await find(headers))?.user ?? null,
    slide: async (headers) => {
      const token = cookie.read(headers)
      if (token === null || !(await store.find(token))?.isRefreshDue) return null
      await store.slide(token)
      return cookie.write(token, SESSION.providerMs)
    },
    beginForInvite: async (uid, caller) =>
      cookie.write(await store.createForInvite(uid, caller), INVITE.sessionMs),
    end: async (headers) => {
      const token = cookie.read(headers)
      if (token !== null) await store.remove(token)
      return cookie.clear()
    },
  }
}
