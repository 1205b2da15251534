import { EMAIL_MESSAGES } from '#shared/account-messages.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { emailSignInCalls } from '#shared/contract/email-sign-in.ts'
import { ownSitePath } from '#shared/domain/own-site-path.ts'
import type { SecurityEvent } from '#server/core/http/security-log.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { type SignedCookie, withCookies } from './cookies.ts'
import type { Arrival, Asker, BrowserCookie, EmailSignInService } from './email-sign-in.service.ts'

type Parts = {
  emailSignIn: EmailSignInService
  browserCookie: BrowserCookie
  emailProof: SignedCookie
}
type Call = {
  request: Request
  origin: string
  address: string
  audit: (event: SecurityEvent, actor?: string) => void
}

/** Who asks for an email, and from which browser. */
export const askerFrom = (
  { request, origin, address }: Omit<Call, 'audit'>,
  browserCookie: BrowserCookie,
): Asker => ({
  origin,
  address,
  browser: browserCookie.readOrMake(request.headers),
  marks: browserCookie.readKnown(request.headers),
})

export const emailSignInHandlers = (parts: Parts): Handlers<typeof emailSignInCalls> => {
  const { emailSignIn, browserCookie, emailProof } = parts

  /** Runs `ask` for this browser, which is named by a cookie from then on. */
  const asking = async (call: Call, ask: (asker: Asker) => Promise<void>) => {
    const asker = askerFrom(call, browserCookie)
    await ask(asker)
    return withCookies(succeeded(null), [browserCookie.write(asker.browser)])
  }

  const arrived = (arrival: Arrival, { request, audit }: Call) => {
    if (arrival.kind === 'signed-in') {
      audit('sign-in', arrival.uid)
      return withCookies(succeeded({ redirect: arrival.redirect }), [
        arrival.cookie,
        browserCookie.writeKnown(request.headers, arrival.mark),
      ])
    }
    audit('sign-in-refused')
    const { email, code } = arrival
    const message = EMAIL_MESSAGES.taken
    return Response.json(
      { success: false, message, data: null, error: message, code },
      { status: 409, headers: { 'set-cookie': emailProof.write(email) } },
    )
  }

  return {
    'POST /api/sign-in/email': async ({ body, ...call }) =>
      asking(call, (asker) => emailSignIn.ask(body.email, ownSitePath(body.redirect), asker)),

    'POST /api/sign-in/email/code': async ({ body, ...call }) => {
      const browser = browserCookie.read(call.request.headers)
      const marks = browserCookie.readKnown(call.request.headers)
      return arrived(await emailSignIn.withCode({ ...body, browser, marks }, call), call)
    },

    'POST /api/sign-in/email/link': async ({ body, ...call }) => {
      const browser = browserCookie.read(call.request.headers)
      return arrived(await emailSignIn.withLink(body.token, browser, call), call)
    },

    'POST /api/account/email': async ({ body, user, ...call }) =>
      asking(call, (asker) => emailSignIn.askToLink(user.uid, body.email, asker)),

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
