import { succeeded } from '#shared/contract/call.ts'
import type { passkeyCalls } from '#shared/contract/passkeys.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { withCookies } from './cookies.ts'
import { type PasskeysService, siteOf } from './passkeys.service.ts'
import { deviceName } from './sessions.ts'

export const passkeyHandlers = (passkeys: PasskeysService): Handlers<typeof passkeyCalls> => ({
  'POST /api/sign-in/passkey/options': async ({ origin }) =>
    succeeded({ ...(await passkeys.askForProof(siteOf(origin))) }),

  'POST /api/sign-in/passkey': async ({ body, origin, address, userAgent, audit }) => {
    const caller = { address, userAgent }
    const { uid, cookie } = await passkeys.signIn(body, siteOf(origin), caller)
    audit('sign-in', uid)
    return withCookies(succeeded(null), [cookie])
  },

  'POST /api/account/confirm/passkey': async ({ body, user, sessionId, origin, audit }) => {
    await passkeys.confirm(user.uid, sessionId, body, siteOf(origin))
    audit('identity-confirmed')
  },

  'GET /api/account/passkeys': async ({ user }) =>
    succeeded({ passkeys: await passkeys.list(user.uid) }),

  'POST /api/account/passkeys/options': async ({ user, origin }) =>
    succeeded({ ...(await passkeys.askToCreate(user, siteOf(origin))) }),

  'POST /api/account/passkeys': async ({ body, user, origin, userAgent, audit }) => {
    const added = await passkeys.add(user, body, siteOf(origin), deviceName(userAgent))
    audit('passkey-added')
    return succeeded(added)
  },

  'PATCH /api/account/passkeys/:id': async ({ params, body, user }) => {
    await passkeys.rename(user.uid, params.id, body.name)
  },

  'DELETE /api/account/passkeys/:id': async ({ params, user, audit }) => {
    await passkeys.remove(user.uid, params.id)
    audit('passkey-removed')
  },
})
