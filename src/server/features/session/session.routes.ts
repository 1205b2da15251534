import { succeeded } from '#shared/contract/call.ts'
import type { sessionCalls } from '#shared/contract/session.ts'
import { ownSitePath } from '#shared/domain/own-site-path.ts'
import { AppError } from '#server/http/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { Identity } from '#server/providers/identity/identity.ts'
import type { IdentityStore } from '#server/providers/identity/identity.store.ts'
import type { SessionKeeper } from '#server/providers/identity/sessions.ts'
import type { InvitationService } from '#server/features/invitations/index.ts'

type Parts = {
  identity: Identity
  identityStore: IdentityStore
  sessions: SessionKeeper
  invitations: InvitationService
}

const withCookies = (body: object, cookies: (string | null)[]) => {
  const response = Response.json(body, { headers: { 'cache-control': 'no-store' } })
  for (const cookie of cookies) if (cookie) response.headers.append('set-cookie', cookie)
  return response
}

export const sessionHandlers = ({
  identity,
  identityStore,
  sessions,
  invitations,
}: Parts): Handlers<typeof sessionCalls> => ({
  'GET /api/session': async ({ user, request }) =>
    withCookies(succeeded({ user }), [user && (await sessions.slide(request.headers))]),

  'GET /api/sign-in/providers': async () => succeeded({ providers: identity.providers }),

  'POST /api/sign-in/provider/:provider': async ({ params, body, request }) => {
    const redirect = ownSitePath(body.redirect)
    const { url, cookies } = await identity.beginSignIn(params.provider, redirect, request)
    return withCookies(succeeded({ url }), cookies)
  },

  'POST /api/sign-in/key': async ({ body, request, address }) => {
    const caller = { address, userAgent: request.headers.get('user-agent') }
    const { user, cookie } = await invitations.signInWithKey(body.email, body.key, caller)
    return withCookies(succeeded({ user }), [cookie])
  },

  'GET /api/auth/callback/:provider': async ({ params, request, address }) =>
    identity.finish(params.provider, request, address),

  'POST /api/sign-out': async ({ request }) =>
    withCookies(succeeded(null), await sessions.end(request.headers)),

  'GET /api/account/providers': async ({ user }) =>
    succeeded({ linked: await identityStore.linkedProviders(user.uid) }),

  'POST /api/account/providers/:provider': async ({ params, user, request }) => {
    if ((await identityStore.linkedProviders(user.uid)).includes(params.provider))
      throw new AppError(409, 'That account is already linked')
    const { url, cookies } = await identity.beginLink(params.provider, request)
    return withCookies(succeeded({ url }), cookies)
  },

  'DELETE /api/account/providers/:provider': async ({ params, user }) => {
    if (!(await identityStore.unlink(user.uid, params.provider)))
      throw new AppError(409, 'The only way to sign in cannot be unlinked')
    return succeeded(null)
  },
})
