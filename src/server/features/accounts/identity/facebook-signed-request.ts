import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const CODE_CHARACTERS = 20
/** A replayed request must not delete an account that was created since. */
const VALID_SECONDS = 24 * 60 * 60
const CLOCK_SKEW_SECONDS = 5 * 60

const payloadSchema = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  issued_at: z.number(),
  user_id: z.string().min(1).max(100),
})

export type DeletionRequest = {
  /** Facebook's app-scoped user ID. */
  subject: string
  /** The same for the same request, however often Facebook sends it. */
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
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null
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
