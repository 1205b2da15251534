import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { succeeded } from '#shared/contract/call.ts'
import type { dataDeletionCalls } from '#shared/contract/users.ts'
import { deletionStatusHref } from '#shared/paths.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { isSameSecret } from '#server/core/same-secret.ts'
import type { FacebookDeletionStore } from './users.store.ts'

type Parts = {
  facebookDeletions: FacebookDeletionStore
  /** Null if sign-in with Facebook is not set up or uses the local stand-in. */
  facebookSecret: string | null
  deleteFiles: () => Promise<void>
}

export const dataDeletionHandlers = ({
  facebookDeletions,
  facebookSecret,
  deleteFiles,
}: Parts): Handlers<typeof dataDeletionCalls> => ({
  'POST /api/facebook/data-deletion': async ({ body, origin, audit }) => {
    if (facebookSecret === null)
      throw new AppError(404, 'Sign-in with Facebook is not set up here.')
    const deletion = readSignedRequest(body.signed_request, facebookSecret)
    if (!deletion) throw new AppError(400, 'The signed request is not valid.')
    audit('deletion-requested')
    const { confirmationCode, subject } = deletion
    await facebookDeletions.deleteOnce(confirmationCode, subject)
    await deleteFiles()
    const url = `${origin}${deletionStatusHref(confirmationCode)}`
    return { url, confirmation_code: confirmationCode }
  },

  'GET /api/data-deletion/:code': async ({ params }) => {
    const request = await facebookDeletions.find(params.code)
    if (!request) throw new AppError(404, 'There is no deletion request with this code.')
    return succeeded({ outcome: request.outcome, requested_at: request.requested_at.toISOString() })
  },
})

const CODE_CHARACTERS = 20
/** A replayed request must not delete an account that was created since. */
const VALID_SECONDS = 24 * 60 * 60
const CLOCK_SKEW_SECONDS = 5 * 60

const payloadSchema = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  issued_at: z.number(),
  user_id: z.string().min(1).max(100),
})

type DeletionRequest = {
  /** Facebook's app-scoped user ID. */
  subject: string
  /** The same however often Facebook sends the request. */
  confirmationCode: string
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Refused below, like any other unexpected payload.
    return null
  }
}

/** Parses Facebook's `signature.payload`, both base64url; null unless genuine and recent. */
export const readSignedRequest = (
  signedRequest: string,
  appSecret: string,
  now = Date.now(),
): DeletionRequest | null => {
  const [encodedSignature = '', encodedPayload = ''] = signedRequest.split('.')
  const signature = Buffer.from(encodedSignature, 'base64url')
  const expected = createHmac('sha256', appSecret).update(encodedPayload).digest()
  if (!isSameSecret(signature, expected)) return null
  const payload = payloadSchema.safeParse(
    parseJson(Buffer.from(encodedPayload, 'base64url').toString()),
  )
  if (!payload.success) return null
  const age = now / 1000 - payload.data.issued_at
  if (age > VALID_SECONDS || age < -CLOCK_SKEW_SECONDS) return null
  return {
    subject: payload.data.user_id,
    confirmationCode: createHash('sha256').update(expected).digest('hex').slice(0, CODE_CHARACTERS),
  }
}
