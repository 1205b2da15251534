import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { ACCOUNT_ERRORS, LOGIN_ERRORS } from '#shared/account-messages.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { sessionCalls } from '#shared/contract/session.ts'
import { ownSitePath } from '#shared/domain/own-site-path.ts'
import { paths } from '#shared/paths.ts'
import type { AccountsStore } from './accounts.store.ts'
import { signedOutResponse, type SignedCookie, withCookies } from './cookies.ts'
import { requesterFrom } from './email-sign-in.routes.ts'
import type { BrowserCookie, EmailSignInService } from './email-sign-in.service.ts'
import type { InvitationService } from './invitations.service.ts'
import { type SessionKeeper, deviceFrom } from './sessions.ts'
import type { SignIn } from './sign-in.ts'

type Parts = {
  signIn: SignIn
  accounts: AccountsStore
  sessions: SessionKeeper
  emailProof: SignedCookie
  emailSignIn: EmailSignInService
  browserCookie: BrowserCookie
  invitations: InvitationService
}

export const sessionHandlers = ({
  signIn,
  accounts,
  sessions,
  emailProof,
  emailSignIn,
  browserCookie,
  invitations,
}: Parts): Handlers<typeof sessionCalls> => ({
  'GET /api/session': async ({ user, request }) =>
    withCookies(succeeded({ user }), [user && (await sessions.slide(request.headers))]),

  'GET /api/sign-in/providers': async () => succeeded(signIn.methods),

  'POST /api/sign-in/provider/:provider': async ({ params, body, origin }) => {
    const redirect = ownSitePath(body.redirect)
    const { url, cookies } = await signIn.beginSignIn(params.provider, redirect, origin)
    return withCookies(succeeded({ url }), cookies)
  },

  'POST /api/sign-in/key': async ({ body, audit, ...caller }) => {
    const { user, cookie } = await invitations.signInWithKey(body.email, body.key, caller)
    audit('sign-in', user.uid)
    return withCookies(succeeded({ user }), [cookie])
  },

  'POST /api/sign-in/release-email': async ({ request, audit }) => {
    const email = emailProof.read(request.headers)
    if (email === null) throw new AppError(400, LOGIN_ERRORS.verifyFirst)
    if (!(await accounts.releaseEmail(email))) throw new AppError(409, LOGIN_ERRORS.emailIsTheirs)
    audit('email-released')
    return withCookies(succeeded(null), [emailProof.clear()])
  },

  'GET /api/auth/callback/:provider': async ({ params, ...call }) =>
    signIn.finish(params.provider, call),

  'POST /api/sign-out': async ({ user, request, origin, audit }) => {
    if (user) audit('sign-out')
    const url = user && signIn.endSessionUrl(user.provider, origin + paths.home.href())
    return signedOutResponse(succeeded(url && { url }), await sessions.end(request.headers))
  },

  'GET /api/account/providers': async ({ user }) =>
    succeeded({ linked: await accounts.linkedProviders(user.uid) }),

  'POST /api/account/providers/:provider': async ({ params, user, origin }) => {
    if ((await accounts.linkedProviders(user.uid)).includes(params.provider))
      throw new AppError(409, 'That account is already linked')
    const { url, cookies } = await signIn.beginLink(params.provider, user.uid, origin)
    return withCookies(succeeded({ url }), cookies)
  },

  'DELETE /api/account/providers/:provider': async ({ params, user, sessionId, audit }) => {
    if (!(await accounts.unlink(user.uid, params.provider, sessionId)))
      throw new AppError(409, 'The only way to sign in cannot be unlinked')
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
      const requester = requesterFrom(call, browserCookie)
      await emailSignIn.requestConfirmCode(user.uid, requester)
      return withCookies(succeeded({ provider, url: null }), [
        browserCookie.write(requester.browser),
      ])
    }
    if (provider === 'passkey') return succeeded({ provider, url: null })
    if (!provider) throw new AppError(409, 'The sign-in provider of this account is not available')
    const redirect = ownSitePath(query.redirect)
    const { url, cookies } = await signIn.beginConfirm(provider, user.uid, call.origin, redirect)
    return withCookies(succeeded({ url, provider }), cookies)
  },

  'GET /api/account/sessions': async ({ user, sessionId }) => {
    const devices = (await sessions.list(user.uid)).map((session) => deviceFrom(session, sessionId))
    return succeeded({
      sessions: devices.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
    })
  },

  'DELETE /api/account/sessions/:id': async ({ params, user, sessionId, request, audit }) => {
    if (params.id === sessionId) {
      audit('sign-out')
      return signedOutResponse(succeeded(null), await sessions.end(request.headers))
    }
    if (!(await sessions.endOne(user.uid, params.id)))
      throw new AppError(404, ACCOUNT_ERRORS.unknownSession)
    audit('sign-out-elsewhere')
    return succeeded(null)
  },

  'DELETE /api/account/sessions': async ({ user, audit }) => {
    audit('sign-out-everywhere')
    return signedOutResponse(succeeded(null), await sessions.endAll(user.uid))
  },
})
