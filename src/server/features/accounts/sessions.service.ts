import { INVITE, SESSION } from '#shared/account-constants.ts'
import { type SignedInDevice } from '#shared/contract/session.ts'
import type { SignInMethod } from '#shared/domain/sign-in-methods.ts'
import type { SessionCookie } from './cookies.ts'
import type { SessionsStore } from './sessions.store.ts'
import { ACCOUNT_SERVICE_TEXT } from './account-service-messages.ts'

/** `language`: of the page that asks. */
export type RequestSource = { address: string; userAgent: string | null; language: string }

/** Sessions are never cached, so that revoking one takes effect at once. */
export const createSessions = (store: SessionsStore, cookie: SessionCookie) => {
  const find = async (headers: Headers) => {
    const token = cookie.read(headers)
    const session = token === null ? null : await store.find(token)
    if (session?.isSeenDue) await store.noteSeen(session.id)
    return session
  }
  return {
    find,
    read: async (headers: Headers) => (await find(headers))?.user ?? null,
    /**
     * Extends the session if that is due and renames an old cookie: `renewed` is the new one, or null.
     * Null without a session.
     */
    resume: async (headers: Headers) => {
      const token = cookie.read(headers)
      const session = token === null ? null : await store.find(token)
      if (token === null || !session) return null
      const { isRefreshDue, remainingMs, language } = session
      if (isRefreshDue) return { renewed: cookie.write(token, await store.slide(token)), language }
      return {
        renewed: cookie.hasOldName(headers) ? cookie.write(token, remainingMs) : null,
        language,
      }
    },
    /** Starts a session, for 'invite' one of 24 hours. Returns its cookie. */
    beginFor: async (uid: string, provider: SignInMethod | 'invite', caller: RequestSource) =>
      cookie.write(
        await store.create(uid, provider, caller),
        provider === 'invite' ? INVITE.sessionMs : SESSION.providerMs,
      ),
    list: store.list,
    endOne: store.removeOne,
    /** Ends all sessions of a user. Returns expired cookies that clear the session cookie. */
    endAll: async (uid: string) => {
      await store.removeAll(uid)
      return cookie.clear()
    },
    isRecent: (sessionId: string) => store.isRecent(sessionId, SESSION.recentMs),
    /** Allows twice the time, because linking includes the time spent on the provider's pages. */
    mayLink: (sessionId: string) => store.isRecent(sessionId, 2 * SESSION.recentMs),
    noteConfirmed: store.noteConfirmed,
    /** Ends the session. Returns expired cookies that clear the session cookie. */
    end: async (headers: Headers) => {
      const token = cookie.read(headers)
      if (token !== null) await store.remove(token)
      return cookie.clear()
    },
  }
}
export type SessionKeeper = ReturnType<typeof createSessions>

type ListedSession = Awaited<ReturnType<SessionKeeper['list']>>[number]

/** The first match wins: most browsers also name those whose engine they use. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\/|HeadlessChrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

const findName = (names: [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** For example 'Safari on iPhone'. */
export const describeDevice = (userAgent: string | null): string => {
  const browser = findName(BROWSERS, userAgent ?? '')
  const system = findName(SYSTEMS, userAgent ?? '')
  if (browser && system) return ACCOUNT_SERVICE_TEXT.browserOnSystem(browser, system)
  return browser ?? system ?? ACCOUNT_SERVICE_TEXT.unknownDevice
}

export const toDevice = (
  { userAgent, ...session }: ListedSession,
  currentId: string,
): SignedInDevice => ({
  ...session,
  device: describeDevice(userAgent),
  isCurrent: session.id === currentId,
})
