import { succeeded } from '#shared/contract/call.ts'
import type { passkeyCalls } from '#shared/contract/passkeys.ts'
import { deviceName } from '#server/features/accounts/session/index.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { type PasskeysService, siteOf } from './passkeys.service.ts'

type Parts = { service: PasskeysService; publicUrl: string | null }

export const passkeyHandlers = ({ service, publicUrl }: Parts): Handlers<typeof passkeyCalls> => {
  const siteFor = (request: Request) => siteOf(publicUrl ?? new URL(request.url).origin)

  return {
    'POST /api/sign-in/passkey/options': async ({ request }) =>
      succeeded({ ...(await service.askForProof(siteFor(request))) }),

    'POST /api/sign-in/passkey': async ({ body, request, address, audit }) => {
      const caller = { address, userAgent: request.headers.get('user-agent') }
      const { uid, cookie } = await service.signIn(body, siteFor(request), caller)
      audit('sign-in', uid)
      return Response.json(succeeded(null), { headers: { 'set-cookie': cookie } })
    },

    'POST /api/account/confirm/passkey': async ({ body, user, sessionId, request, audit }) => {
      await service.confirm(user.uid, sessionId, body, siteFor(request))
      audit('identity-confirmed')
      return succeeded(null)
    },

    'GET /api/account/passkeys': async ({ user }) =>
      succeeded({ passkeys: await service.list(user.uid) }),

    'POST /api/account/passkeys/options': async ({ user, request }) =>
      succeeded({ ...(await service.askToCreate(user, siteFor(request))) }),

    'POST /api/account/passkeys': async ({ body, user, request, audit }) => {
      const name = deviceName(request.headers.get('user-agent'))
      const added = await service.add(user, body, siteFor(request), name)
      audit('passkey-added')
      return succeeded(added)
    },

    'PATCH /api/account/passkeys/:id': async ({ params, body, user }) => {
      await service.rename(user.uid, params.id, body.name)
      return succeeded(null)
    },

    'DELETE /api/account/passkeys/:id': async ({ params, user, audit }) => {
      await service.remove(user.uid, params.id)
      audit('passkey-removed')
      return succeeded(null)
    },
  }
}
