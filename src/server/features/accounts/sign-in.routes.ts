import { AppError } from '#server/core/http/errors.ts'
import { addPrefix, type Language } from '#server/core/languages.ts'
import { getLanguage } from '#server/core/messages/translation.ts'
import type { SecurityEvent } from '#server/core/http/security-log.ts'
import { readChosenLanguage } from '#server/core/http/request-language.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { ACCOUNT_ERRORS, EMAIL_MESSAGES, LOGIN_ERRORS } from '#shared/account-messages.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { passkeyCalls } from '#shared/contract/passkeys.ts'
import type { emailSignInCalls, sessionCalls } from '#shared/contract/session.ts'
import { parseOwnSitePath } from '#shared/domain/links.ts'
import { paths } from '#shared/paths.ts'
import type { AccountsStore } from './accounts.store.ts'
import { type SignedCookie, createSignedOutResponse, createCookieResponse } from './cookies.ts'
import type {
  BrowserCookie,
  EmailRequester,
  EmailSignInResult,
  EmailSignInService,
} from './email-sign-in.service.ts'
import type { Invitations } from './invitations.service.ts'
import { type PasskeysService, parsePasskeySite } from './passkeys.service.ts'
import { toDevice, describeDevice, type SessionKeeper } from './sessions.service.ts'
import type { SignIn } from './sign-in.ts'
import type { UsersStore } from './users.store.ts'
import { ACCOUNT_SERVICE_TEXT } from './account-service-messages.ts'

type SignInRoutesDependencies = {
  signIn: SignIn
  accounts: AccountsStore
  sessions: SessionKeeper
  emailProof: SignedCookie
  emailSignIn: EmailSignInService
  browserCookie: BrowserCookie
  invitations: Invitations
  users: Pick<UsersStore, 'setLanguage'>
  languages: readonly Language[]
}

export const sessionHandlers = ({
  signIn,
  accounts,
  sessions,
  emailProof,
  emailSignIn,
  browserCookie,
  invitations,
  users,
  languages,
}: SignInRoutesDependencies): Handlers<typeof sessionCalls> => ({
  'GET /api/session': async ({ user, request }) => {
    const session = user && (await sessions.resume(request.headers))
    let language = session?.language ?? null
    const chosen = readChosenLanguage(languages, request.headers.get('cookie') ?? undefined)
    if (session && language === null && chosen) {
      // Chosen as a visitor, or before accounts kept it.
      await users.setLanguage(user.uid, chosen.code)
      language = chosen.code
    }
    return createCookieResponse(succeeded({ user: user && { ...user, language } }), [
      session?.renewed ?? null,
    ])
  },

  'GET /api/sign-in/providers': async () => succeeded(signIn.methods),

  'POST /api/sign-in/provider/:provider': async ({ params, body, ...page }) => {
    const redirect = parseOwnSitePath(body.redirect)
    const { url, cookies } = await signIn.beginSignIn(params.provider, redirect, page)
    return createCookieResponse(succeeded({ url }), cookies)
  },

  'POST /api/sign-in/key': async ({ body, audit, ...caller }) => {
    const { user, cookie } = await invitations.signInWithKey(body.email, body.key, caller)
    audit('sign-in', user.uid)
    return createCookieResponse(succeeded({ user }), [cookie])
  },

  'POST /api/sign-in/release-email': async ({ request, audit }) => {
    const email = emailProof.read(request.headers)
    if (email === null) throw new AppError(400, LOGIN_ERRORS.verifyFirst)
    if (!(await accounts.releaseEmail(email))) throw new AppError(409, LOGIN_ERRORS.emailIsTheirs)
    audit('email-released')
    return createCookieResponse(succeeded(null), [emailProof.clear()])
  },

  'GET /api/auth/callback/:provider': async ({ params, ...call }) =>
    signIn.finish(params.provider, call),

  'POST /api/sign-out': async ({ user, request, origin, audit }) => {
    if (user) audit('sign-out')
    const url =
      user &&
      signIn.endSessionUrl(user.provider, origin + addPrefix(getLanguage(), paths.home.href()))
    return createSignedOutResponse(succeeded(url && { url }), await sessions.end(request.headers))
  },

  'GET /api/account/providers': async ({ user }) =>
    succeeded({ linked: await accounts.linkedProviders(user.uid) }),

  'POST /api/account/providers/:provider': async ({ params, user, ...page }) => {
    if ((await accounts.linkedProviders(user.uid)).includes(params.provider))
      throw new AppError(409, ACCOUNT_SERVICE_TEXT.linkedAlready)
    const { url, cookies } = await signIn.beginLink(params.provider, user.uid, page)
    return createCookieResponse(succeeded({ url }), cookies)
  },

  'DELETE /api/account/providers/:provider': async ({ params, user, sessionId, audit }) => {
    if (!(await accounts.unlink(user.uid, params.provider, sessionId)))
      throw new AppError(409, ACCOUNT_SERVICE_TEXT.lastMethod)
    audit('provider-unlinked')
  },

  'POST /api/account/confirm': async ({ query, user, sessionId, ...call }) => {
    if (await sessions.isRecent(sessionId)) return succeeded(null)
    const linked = await accounts.linkedProviders(user.uid)
    const usableMethods = linked.filter((method) => {
      if (method === 'passkey') return true
      if (method === 'email') return emailSignIn.isAvailable
      return signIn.methods.providers.some((provider) => provider.id === method)
    })
    const provider = usableMethods.find((id) => id === user.provider) ?? usableMethods[0]
    if (provider === 'email') {
      const requester = toRequester(call, browserCookie)
      await emailSignIn.requestConfirmCode(user.uid, requester)
      return createCookieResponse(succeeded({ provider, url: null }), [
        browserCookie.write(requester.browser),
      ])
    }
    if (provider === 'passkey') return succeeded({ provider, url: null })
    if (!provider) throw new AppError(409, ACCOUNT_SERVICE_TEXT.providerGone)
    const redirect = parseOwnSitePath(query.redirect)
    const { url, cookies } = await signIn.beginConfirm(provider, user.uid, call, redirect)
    return createCookieResponse(succeeded({ url, provider }), cookies)
  },

  'GET /api/account/sessions': async ({ user, sessionId }) => {
    const devices = (await sessions.list(user.uid)).map((session) => toDevice(session, sessionId))
    return succeeded({
      sessions: devices.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
    })
  },

  'DELETE /api/account/sessions/:id': async ({ params, user, sessionId, request, audit }) => {
    if (params.id === sessionId) {
      audit('sign-out')
      return createSignedOutResponse(succeeded(null), await sessions.end(request.headers))
    }
    if (!(await sessions.endOne(user.uid, params.id)))
      throw new AppError(404, ACCOUNT_ERRORS.unknownSession)
    audit('sign-out-elsewhere')
    return succeeded(null)
  },

  'DELETE /api/account/sessions': async ({ user, audit }) => {
    audit('sign-out-everywhere')
    return createSignedOutResponse(succeeded(null), await sessions.endAll(user.uid))
  },
})

type Call = {
  request: Request
  origin: string
  address: string
  audit: (event: SecurityEvent, actor?: string) => void
}

const toRequester = (
  { request, origin, address }: Omit<Call, 'audit'>,
  browserCookie: BrowserCookie,
): EmailRequester => ({
  origin,
  address,
  browser: browserCookie.readOrMake(request.headers),
  marks: browserCookie.readKnown(request.headers),
})

export const emailSignInHandlers = ({
  emailSignIn,
  browserCookie,
  emailProof,
}: Pick<SignInRoutesDependencies, 'emailSignIn' | 'browserCookie' | 'emailProof'>): Handlers<
  typeof emailSignInCalls
> => {
  /** Runs `request` for this browser, and sets the cookie that identifies it from then on. */
  const requestEmail = async (
    call: Call,
    request: (requester: EmailRequester) => Promise<boolean>,
  ) => {
    const requester = toRequester(call, browserCookie)
    const isNew = await request(requester)
    return createCookieResponse(succeeded({ isNew }), [browserCookie.write(requester.browser)])
  }

  const respond = (result: EmailSignInResult, { request, audit }: Call) => {
    if (result.kind === 'signed-in') {
      audit('sign-in', result.uid)
      return createCookieResponse(succeeded({ redirect: result.redirect }), [
        result.cookie,
        browserCookie.writeKnown(request.headers, result.mark),
      ])
    }
    audit('sign-in-refused')
    const { email, code } = result
    const message = EMAIL_MESSAGES.taken
    return Response.json(
      { success: false, message, data: null, error: message, code },
      { status: 409, headers: { 'set-cookie': emailProof.write(email) } },
    )
  }

  return {
    'POST /api/sign-in/email': async ({ body, ...call }) =>
      requestEmail(call, (requester) =>
        emailSignIn.requestCode(body.email, parseOwnSitePath(body.redirect), requester),
      ),

    'POST /api/sign-in/email/code': async ({ body, ...call }) => {
      const browser = browserCookie.read(call.request.headers)
      const marks = browserCookie.readKnown(call.request.headers)
      return respond(await emailSignIn.withCode({ ...body, browser, marks }, call), call)
    },

    'POST /api/sign-in/email/link': async ({ body, ...call }) => {
      const browser = browserCookie.read(call.request.headers)
      return respond(await emailSignIn.withLink(body.token, browser, call), call)
    },

    'POST /api/account/email': async ({ body, user, ...call }) =>
      requestEmail(call, (requester) =>
        emailSignIn.requestLinkCode(user.uid, body.email, requester),
      ),

    'POST /api/account/email/code': async ({ body, user, request, audit }) => {
      await emailSignIn.link(user.uid, body.code, browserCookie.read(request.headers))
      audit('provider-linked')
    },

    'POST /api/account/confirm/email': async ({ body, user, sessionId, request, audit }) => {
      const browser = browserCookie.read(request.headers)
      await emailSignIn.confirm(user.uid, sessionId, body.code, browser)
      audit('identity-confirmed')
    },
  }
}

export const passkeyHandlers = (passkeys: PasskeysService): Handlers<typeof passkeyCalls> => ({
  'POST /api/sign-in/passkey/options': async ({ origin }) =>
    succeeded({ ...(await passkeys.createAuthenticationOptions(parsePasskeySite(origin))) }),

  'POST /api/sign-in/passkey': async ({ body, origin, audit, ...caller }) => {
    const { uid, cookie } = await passkeys.signIn(body, parsePasskeySite(origin), caller)
    audit('sign-in', uid)
    return createCookieResponse(succeeded(null), [cookie])
  },

  'POST /api/account/confirm/passkey': async ({ body, user, sessionId, origin, audit }) => {
    await passkeys.confirm(user.uid, sessionId, body, parsePasskeySite(origin))
    audit('identity-confirmed')
  },

  'GET /api/account/passkeys': async ({ user }) =>
    succeeded({ passkeys: await passkeys.list(user.uid) }),

  'POST /api/account/passkeys/options': async ({ user, origin }) =>
    succeeded({ ...(await passkeys.createRegistrationOptions(user, parsePasskeySite(origin))) }),

  'POST /api/account/passkeys': async ({ body, user, origin, userAgent, audit }) => {
    const added = await passkeys.add(
      user,
      body,
      parsePasskeySite(origin),
      describeDevice(userAgent),
    )
    audit('passkey-added')
    return succeeded(added)
  },

  'PATCH /api/account/passkeys/:id': async ({ params, body, user }) =>
    passkeys.rename(user.uid, params.id, body.name),

  'DELETE /api/account/passkeys/:id': async ({ params, user, audit }) => {
    await passkeys.remove(user.uid, params.id)
    audit('passkey-removed')
  },
})
