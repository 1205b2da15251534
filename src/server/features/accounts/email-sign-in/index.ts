import type { Connection } from '#server/core/db/query.ts'
import type { RateLimiter } from '#server/core/http/rate-limits.store.ts'
import type { EmailProof } from '#server/features/accounts/identity/email-proof.ts'
import type { IdentityStore } from '#server/features/accounts/identity/identity.store.ts'
import type { SessionKeeper } from '#server/features/accounts/identity/sessions.ts'
import type { Mail } from '#server/core/mail/mail.ts'
import { createBrowserCookie } from './browser-cookie.ts'
import { createEmailCodes } from './email-codes.ts'
import { createEmailSignInService } from './email-sign-in.service.ts'
import { createEmailSignInStore } from './email-sign-in.store.ts'

export { emailSignInHandlers } from './email-sign-in.routes.ts'

export const createEmailSignIn = ({
  pool,
  secret,
  publicUrl,
  emailProof,
  ...parts
}: {
  pool: Connection
  secret: string
  publicUrl: string | null
  emailProof: EmailProof
  identityStore: IdentityStore
  sessions: SessionKeeper
  limits: RateLimiter
  mail: Mail | null
}) => ({
  service: createEmailSignInService({
    ...parts,
    store: createEmailSignInStore(pool),
    codes: createEmailCodes(secret),
  }),
  browserCookie: createBrowserCookie(publicUrl?.startsWith('https:') ?? false),
  emailProof,
  publicUrl,
})
export type EmailSignIn = ReturnType<typeof createEmailSignIn>
