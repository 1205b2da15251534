import { succeeded } from '#shared/contract/call.ts'
import type { passkeyCalls } from '#shared/contract/passkeys.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { type PasskeysService, siteOf } from './passkeys.service.ts'
import { deviceName } from './sessions.ts'

type Parts = { passkeys: PasskeysService; publicUrl: string | null }

export const passkeyHandlers = ({ passkeys, publicUrl }: Parts): Handlers<typeof passkeyCalls> => {
  const siteFor = (request: Request) => siteOf(publicUrl ?? new URL(request.url).origin)

  return {
    'POST /api/sign-in/passkey/options': async ({ request }) =>
      succeeded({ ...(await passkeys.askForProof(siteFor(request))) }),

    'POST /api/sign-in/passkey': async ({ body, request, address, audit }) => {
      const caller = { address, userAgent: request.headers.get('user-agent') }
      const { uid, cookie } = await passkeys.signIn(body, siteFor(request), caller)
      audit('sign-in', uid)
      return Response.json(succeeded(null), { headers: { 'set-cookie': cookie } })
    },

    'POST /api/account/confirm/passkey': async ({ body, user, sessionId, request, audit }) => {
      await passkeys.confirm(user.uid, sessionId, body, siteFor(request))
      audit('identity-confirmed')
      return succeeded(null)
    },

    'GET /api/account/passkeys': async ({ user }) =>
      succeeded({ passkeys: await passkeys.list(user.uid) }),

    'POST /api/account/passkeys/options': async ({ user, request }) =>
      succeeded({ ...(await passkeys.askToCreate(user, siteFor(request))) }),

    'POST /api/account/passkeys': async ({ body, user, request, audit }) => {
      const name = deviceName(request.headers.get('user-agent'))
      const added = await passkeys.add(user, body, siteFor(request), name)
      audit('passkey-added')
      return succeeded(added)
    },

    'PATCH /api/account/passkeys/:id': async ({ params, body, user }) => {
      await passkeys.rename(user.uid, params.id, body.name)
      return succeeded(null)
    },

    'DELETE /api/account/passkeys/:id': async ({ params, user, audit }) => {
      await passkeys.remove(user.uid, params.id)
      audit('passkey-removed')
      return succeeded(null)
    },
  }
}
