import { INVITE, SESSION } from '#shared/constants.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { SessionsStore } from './sessions.store.ts'

export type Caller = { address: string; userAgent: string | null }

/** Sessions are never cached, so that revoking one takes effect at once. */
export const createSessions = (store: SessionsStore, cookie: SessionCookie) => {
  const find = async (headers: Headers) => {
    const token = cookie.read(headers)
    return token === null ? null : store.find(token)
  }
  return {
    read: async (headers: Headers) => (await find(headers))?.user ?? null,
    /** Extends the session if that is due. Returns the new cookie, or null. */
    slide: async (headers: Headers) => {
      const token = cookie.read(headers)
      if (token === null || !(await store.find(token))?.isRefreshDue) return null
      await store.slide(token)
      return cookie.write(token, SESSION.providerMs)
    },
    /** Starts a 24-hour session. Returns its cookie. */
    beginForInvite: async (uid: string, caller: Caller) =>
      cookie.write(await store.createForInvite(uid, caller), INVITE.sessionMs),
    /** Ends the session. Returns an expired cookie that clears the session cookie. */
    end: async (headers: Headers) => {
      const token = cookie.read(headers)
      if (token !== null) await store.remove(token)
      return cookie.clear()
    },
  }
}
export type SessionKeeper = ReturnType<typeof createSessions>
