import { z } from 'zod'
import { PASSKEYS } from '#shared/account-constants.ts'
import { defineCallsFor, defineCalls, envelopeSchema } from './call.ts'

/** Base64url from an authenticator; a few kilobytes at most. */
const bytes = z
  .string()
  .regex(/^[\w-]*$/)
  .max(16_000)
const credentialId = z
  .string()
  .regex(/^[\w-]+$/)
  .max(1_400)

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
}

/** A new passkey in the JSON format of browsers. */
const createdPasskeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
export type CreatedPasskey = z.infer<typeof createdPasskeySchema>

const proofSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish(),
  }),
})
export type PasskeyProof = z.infer<typeof proofSchema>

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether the user's other devices have it too. */
  isSynced: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type Passkey = z.infer<typeof passkeySchema>

/** Passed to `navigator.credentials`, which reads more fields than this. */
const optionsReply = envelopeSchema(z.looseObject({ challenge: z.string() }))
const idParams = z.object({ id: credentialId })

export const passkeyCalls = {
  ...defineCalls({
    'POST /api/sign-in/passkey/options': {
      summary: 'What a browser needs for asking for a passkey',
      permission: 'browse',
      callers: 'browsers',
      reply: optionsReply,
      limit: 'auth',
    },
    'POST /api/sign-in/passkey': {
      summary: 'Sign in with a passkey',
      permission: 'browse',
      callers: 'browsers',
      body: proofSchema,
      limit: 'signIn',
    },
  }),
  ...defineCallsFor(
    { permission: 'use-account', callers: 'browsers' },
    {
      'POST /api/account/confirm/passkey': {
        summary: 'Confirm who you are with a passkey of the account',
        body: proofSchema,
        limit: 'signIn',
      },
      'GET /api/account/passkeys': {
        summary: 'The passkeys of the account, oldest first',
        reply: envelopeSchema(z.object({ passkeys: z.array(passkeySchema) })),
      },
      'POST /api/account/passkeys/options': {
        summary: 'What a browser needs for making a passkey',
        recentSignIn: true,
        reply: optionsReply,
        limit: 'auth',
      },
      'POST /api/account/passkeys': {
        summary: 'Add a passkey that the browser has made',
        recentSignIn: true,
        body: createdPasskeySchema,
        reply: envelopeSchema(passkeySchema),
        limit: 'auth',
      },
      'PATCH /api/account/passkeys/:id': {
        summary: 'Rename a passkey',
        params: idParams,
        body: z.object({ name: z.string().trim().min(1).max(PASSKEYS.nameMaxChars) }),
        limit: 'auth',
      },
      'DELETE /api/account/passkeys/:id': {
        summary: 'Remove a passkey, unless it is the only way to sign in',
        recentSignIn: true,
        params: idParams,
        limit: 'auth',
      },
    },
  ),
}
