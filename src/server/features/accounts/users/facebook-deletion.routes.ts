import { succeeded } from '#shared/contract/call.ts'
import type { dataDeletionCalls } from '#shared/contract/data-deletion.ts'
import { deletionStatusHref } from '#shared/paths.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { readSignedRequest } from '#server/features/accounts/identity/facebook-signed-request.ts'
import type { FacebookDeletionStore } from './facebook-deletion.store.ts'

type Parts = {
  facebookDeletions: FacebookDeletionStore
  /** Null if sign-in with Facebook is not set up or uses the local stand-in. */
  facebookSecret: string | null
  publicUrl: string | null
  deleteFiles: () => Promise<void>
}

export const dataDeletionHandlers = ({
  facebookDeletions,
  facebookSecret,
  publicUrl,
  deleteFiles,
}: Parts): Handlers<typeof dataDeletionCalls> => ({
  'POST /api/facebook/data-deletion': async ({ body, request, audit }) => {
    if (facebookSecret === null)
      throw new AppError(404, 'Sign-in with Facebook is not set up here.')
    const asked = readSignedRequest(body.signed_request, facebookSecret)
    if (!asked) throw new AppError(400, 'The signed request is not valid.')
    audit('deletion-requested')
    const { confirmationCode, subject } = asked
    await facebookDeletions.deleteOnce(confirmationCode, subject)
    await deleteFiles()
    const origin = publicUrl ?? new URL(request.url).origin
    const url = `${origin}${deletionStatusHref(confirmationCode)}`
    return { url, confirmation_code: confirmationCode }
  },

  'GET /api/data-deletion/:code': async ({ params }) => {
    const found = await facebookDeletions.find(params.code)
    if (!found) throw new AppError(404, 'There is no deletion request with this code.')
    return succeeded({ outcome: found.outcome, requested_at: found.requested_at.toISOString() })
  },
})
