import { EMAIL_MESSAGES } from '#shared/account-messages.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { emailSignInCalls } from '#shared/contract/email-sign-in.ts'
import { ownSitePath } from '#shared/domain/own-site-path.ts'
import type { SecurityEvent } from '#server/core/http/security-log.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { type SignedCookie, withCookies } from './cookies.ts'
import type {
  EmailSignInResult,
  EmailRequester,
  BrowserCookie,
  EmailSignInService,
} from './email-sign-in.service.ts'

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

export const requesterFrom = (
  { request, origin, address }: Omit<Call, 'audit'>,
  browserCookie: BrowserCookie,
): EmailRequester => ({
  origin,
  address,
  browser: browserCookie.readOrMake(request.headers),
  marks: browserCookie.readKnown(request.headers),
})

export const emailSignInHandlers = (parts: Parts): Handlers<typeof emailSignInCalls> => {
  const { emailSignIn, browserCookie, emailProof } = parts

  /** Runs `request` for this browser, and sets the cookie that identifies it from then on. */
  const requestEmail = async (
    call: Call,
    request: (requester: EmailRequester) => Promise<void>,
  ) => {
    const requester = requesterFrom(call, browserCookie)
    await request(requester)
    return withCookies(succeeded(null), [browserCookie.write(requester.browser)])
  }

  const respond = (result: EmailSignInResult, { request, audit }: Call) => {
    if (result.kind === 'signed-in') {
      audit('sign-in', result.uid)
      return withCookies(succeeded({ redirect: result.redirect }), [
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
        emailSignIn.requestCode(body.email, ownSitePath(body.redirect), requester),
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
