import { z } from 'zod'
import { API_KEYS } from '#shared/account-constants.ts'
import { defineCallsFor, envelopeSchema, idParams } from './call.ts'
import { KEY_SCOPES, type KeyScope, READ_SCOPE, SITE_SCOPES } from './permissions.ts'
import { REQUEST_TEXT } from '#shared/request-messages.ts'

const scopeSchema = z.enum(KEY_SCOPES)

export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The last characters of the key. */
  hint: z.string(),
  scopes: z.array(scopeSchema),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  isExpired: z.boolean(),
  /** To the minute. */
  lastUsedAt: z.string().nullable(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

const newKeySchema = <S extends z.ZodType<KeyScope>>(scope: S) =>
  z.object({
    name: z.string().trim().min(1).max(API_KEYS.nameMaxChars),
    scopes: z
      .array(scope)
      .min(1)
      .max(KEY_SCOPES.length)
      .refine(
        (scopes: KeyScope[]) =>
          !scopes.includes(READ_SCOPE) ||
          scopes.every((name) => name === READ_SCOPE || name === 'browse'),
        { error: () => REQUEST_TEXT.readsAlone },
      ),
    /** Null: it does not expire. */
    lifeDays: z.literal(API_KEYS.lifeDays).nullable(),
  })
export type NewApiKey = z.infer<ReturnType<typeof newKeySchema<typeof scopeSchema>>>

const keysReply = envelopeSchema(z.object({ keys: z.array(apiKeySchema) }))
/** `secret` is the key itself, which is shown only once. */
const createdKeyReply = envelopeSchema(z.object({ key: apiKeySchema, secret: z.string() }))

export const apiKeyCalls = defineCallsFor('use-account', {
  'GET /api/account/keys': {
    summary: 'The API keys of the account, newest first',
    callers: 'browsers',
    reply: keysReply,
  },
  'POST /api/account/keys': {
    summary: 'Create an API key, which is shown only in this reply',
    recentSignIn: true,
    body: newKeySchema(scopeSchema),
    reply: createdKeyReply,
    limit: 'auth',
  },
  'DELETE /api/account/keys/:id': {
    summary: 'Revoke an API key, on every server at once',
    callers: 'browsers',
    params: idParams,
    limit: 'auth',
  },
})

export const siteKeyCalls = defineCallsFor('administer', {
  'GET /api/admin/keys': {
    summary: 'The API keys of the site, newest first',
    callers: 'browsers',
    reply: keysReply,
  },
  'POST /api/admin/keys': {
    summary: 'Create an API key of the site, which is shown only in this reply',
    recentSignIn: true,
    body: newKeySchema(z.enum(SITE_SCOPES)),
    reply: createdKeyReply,
    limit: 'auth',
  },
  'DELETE /api/admin/keys/:id': {
    summary: 'Revoke an API key of the site, on every server at once',
    callers: 'browsers',
    params: idParams,
    limit: 'auth',
  },
})
