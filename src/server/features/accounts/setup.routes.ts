import { SETUP } from '#shared/constants.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { setupCalls } from '#shared/contract/users.ts'
import { SETUP_MESSAGES } from '#shared/account-messages.ts'
import type { AuditStore } from '#server/core/audit.store.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { createCookie, withCookies } from './cookies.ts'
import type { SetupService } from './setup.service.ts'

export const setupHandlers = ({
  setup,
  publicUrl,
  auditLog,
}: {
  setup: SetupService
  publicUrl: string | null
  auditLog: AuditStore
}): Handlers<typeof setupCalls> => {
  // Keeps the opened link while its owner signs in, perhaps through a provider's pages.
  const cookie = createCookie('setup', SETUP.openedForMs, publicUrl?.startsWith('https:') ?? false)
  return {
    'GET /api/setup': async ({ request }) => {
      const token = cookie.read(request.headers)
      return succeeded({ isOpen: token !== null && (await setup.isValid(token)) })
    },

    'POST /api/setup/open': async ({ body }) => {
      if (!(await setup.isValid(body.token)))
        throw new AppError(400, SETUP_MESSAGES.invalidLink, { security: 'set-up-refused' })
      return withCookies(succeeded(null), [cookie.write(body.token)])
    },

    'POST /api/setup/claim': async ({ user, request, audit }) => {
      await setup.claim(cookie.read(request.headers), user)
      await auditLog.note(user.uid, 'admin-made', user.uid)
      audit('admin-made')
      return withCookies(succeeded(null), [cookie.clear()])
    },
  }
}
