import type { Logger } from 'pino'
import type { Database } from './core/db/database.ts'
import { createAtomically } from './core/db/query.ts'
import type { Env } from './core/env.ts'
import { createEmailSignIn } from './features/accounts/email-sign-in/index.ts'
import {
  createInvitations,
  createInviteDesk,
  createInviteRequests,
} from './features/accounts/invitations/index.ts'
import { createPasskeys } from './features/accounts/passkeys/index.ts'
import type { RateLimiter } from './core/http/rate-limits.store.ts'
import { readAuthSecret } from './features/accounts/identity/index.ts'
import { createEmailProof } from './features/accounts/identity/index.ts'
import { createIdentity } from './features/accounts/identity/index.ts'
import { createIdentityStore } from './features/accounts/identity/index.ts'
import { chooseProviders } from './features/accounts/identity/index.ts'
import { createSessionCookie } from './features/accounts/identity/index.ts'
import { createSessions } from './features/accounts/identity/index.ts'
import { createSessionsStore } from './features/accounts/identity/index.ts'
import { createLocalMail } from './core/mail/local-mail.ts'
import { smtpMail } from './core/mail/mail.ts'
import { createSms } from './core/mail/sms.ts'

type Settings = { env: Env; log: Logger; database: Database; limits: RateLimiter }

/** Who somebody is: sign-in in every way, sessions and invitations. */
export const createAccountParts = async ({ env, log, database, limits }: Settings) => {
  const { pool } = database
  const publicUrl = env.PUBLIC_URL ?? null
  const providers = chooseProviders(env)
  const secret = await readAuthSecret(env)
  const atomically = createAtomically(pool)

  const sessionsStore = createSessionsStore(pool)
  const isSecure = publicUrl?.startsWith('https:') ?? false
  const sessions = createSessions(sessionsStore, createSessionCookie(secret, isSecure))
  const emailProof = createEmailProof(secret, isSecure)
  const identityStore = createIdentityStore(pool)
  const identity = createIdentity({
    database,
    store: identityStore,
    sessions,
    emailProof,
    log,
    secret,
    publicUrl,
    choice: providers,
  })
  const localMail = providers.email === 'local' ? createLocalMail() : null
  const mail = env.SMTP_URL ? smtpMail(env.SMTP_URL, env.MAIL_FROM) : (localMail?.mail ?? null)
  const emailSignIn = createEmailSignIn({
    pool,
    secret,
    publicUrl,
    emailProof,
    identityStore,
    sessions,
    limits,
    mail,
  })
  const passkeys = createPasskeys({ pool, secret, publicUrl, identityStore, sessions })
  const sms = createSms(env, log)
  const inviteRequests = createInviteRequests({ pool, secret, atomically, sms, mail, log })

  return {
    secret,
    facebookSecret: providers.real.facebook?.clientSecret ?? null,
    sessionsStore,
    sessions,
    emailProof,
    identityStore,
    identity,
    localMail,
    mail,
    emailSignIn,
    passkeys,
    invitations: createInvitations({ pool, secret, limits, sessions, atomically }),
    inviteRequests,
    inviteDeskFor: (origin: string) => createInviteDesk({ pool, secret, sms, publicUrl: origin }),

    sweeps: {
      sessions: () => sessionsStore.sweep(),
      'e-mail codes': emailSignIn.service.sweep,
      'passkey challenges': passkeys.service.sweep,
      'invitation requests': inviteRequests.sweep,
    },
  }
}
