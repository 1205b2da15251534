import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Core } from '#server/core/core.ts'
import type { Atomically, Connection } from '#server/core/db/query.ts'
import { calls, type Feature, route } from '#server/core/feature.ts'
import { AppError } from '#server/core/http/errors.ts'
import { HTML_PAGE_HEADERS } from '#server/core/http/html-page.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import type { LocalMail, Mail } from '#server/core/mail/mail.ts'
import { createSms, type Sms } from '#server/core/mail/sms.ts'
import type { Images } from '#server/features/images/index.ts'
import type { Library } from '#server/features/library/index.ts'
import { invitationCalls, inviteRequestCalls } from '#shared/contract/invitations.ts'
import { passkeyCalls } from '#shared/contract/passkeys.ts'
import { emailSignInCalls, sessionCalls } from '#shared/contract/session.ts'
import { dataDeletionCalls, setupCalls, userCalls } from '#shared/contract/users.ts'
import { LOCAL_MAIL_PATH } from '#shared/paths.ts'
import { createAccountsStore } from './accounts.store.ts'
import { createTokenCipher, readAuthSecret } from './auth-secret.ts'
import { createEmailProof, createSessionCookie } from './cookies.ts'
import { createDemoPicker, isDirectRequest } from './demo-picker.ts'
import { createBrowserCookie, createEmailSignInService } from './email-sign-in.service.ts'
import { createEmailSignInStore } from './email-sign-in.store.ts'
import { invitationHandlers, inviteRequestHandlers } from './invitations.routes.ts'
import {
  createInvitationService,
  createInviteDeskService,
  createInviteRequestsService,
  createInviteSecrets,
} from './invitations.service.ts'
import { createInvitationsStore, createInviteRequestsStore } from './invitations.store.ts'
import { createPasskeysService, createPasskeysStore } from './passkeys.store.ts'
import { chooseProviders, createProviders } from './providers.ts'
import { createSessions, createSessionsStore } from './sessions.store.ts'
import { createSetup } from './setup.store.ts'
import { emailSignInHandlers, passkeyHandlers, sessionHandlers } from './sign-in.routes.ts'
import { createSignIn } from './sign-in.ts'
import { dataDeletionHandlers, setupHandlers, userHandlers } from './users.routes.ts'
import { createUsersService } from './users.service.ts'
import { createFacebookDeletionStore, createUsersStore } from './users.store.ts'

export { shownEmail } from './accounts.store.ts'
export {
  createTokenCipher,
  readAuthSecret,
  type TokenCipher,
  writeAuthSecret,
} from './auth-secret.ts'
export type { InviteDesk } from './invitations.service.ts'
export { invitationMail, type InviteRequests } from './invitations.service.ts'
export { chooseProviders } from './providers.ts'
export { deviceFrom, type SessionKeeper } from './sessions.store.ts'
export { ACCOUNT_COLUMNS, accountFrom, accountRow, createSessionsStore } from './sessions.store.ts'
export { createSetup } from './setup.store.ts'
export { createUsersStore } from './users.store.ts'

type DeskSettings = { pool: Connection; secret: string; sms: Sms; publicUrl: string }

export const createInviteDesk = ({ pool, secret, ...parts }: DeskSettings) =>
  createInviteDeskService({
    ...parts,
    store: createInvitationsStore(pool),
    secrets: createInviteSecrets(secret),
  })

type RequestSettings = {
  pool: Connection
  atomically: Atomically
  secret: string
  sms: Sms
  mail: Mail | null
  log: Logger
}

/** Accepting a request removes it and creates the invitation in one transaction. */
export const createInviteRequests = ({
  pool,
  atomically,
  secret,
  sms,
  ...parts
}: RequestSettings) => {
  const secrets = createInviteSecrets(secret)
  return createInviteRequestsService({
    ...parts,
    secrets,
    store: createInviteRequestsStore(pool),
    inTransaction: (work) =>
      atomically((connection) => {
        const invitations = createInvitationsStore(connection)
        return work({
          requests: createInviteRequestsStore(connection),
          invitations,
          deskFor: (publicUrl) =>
            createInviteDeskService({ store: invitations, secrets, sms, publicUrl }),
        })
      }),
  })
}

/** Sign-in by every method, sessions, invitations, users and the first administrator. */
export const accountsFeature = async (core: Core, { uploads }: Images, library: Library) => {
  const { env, log, pool, publicUrl, atomically, limits, localMail, mail, pictures } = core
  const isSecure = publicUrl?.startsWith('https:') ?? false
  const choice = chooseProviders(env)
  const secret = await readAuthSecret(env)

  const accounts = createAccountsStore(pool)
  const sessionsStore = createSessionsStore(pool)
  const sessions = createSessions(sessionsStore, createSessionCookie(secret, isSecure))
  const emailProof = createEmailProof(secret, isSecure)
  const demoPicker = createDemoPicker(secret, choice.local)
  const signIn = createSignIn({
    store: accounts,
    sessions,
    emailProof,
    tokens: createTokenCipher(secret),
    providers: createProviders(choice),
    demoPicker,
    email: choice.email,
    log,
    secret,
    publicUrl,
  })

  const browserCookie = createBrowserCookie(isSecure)
  const emailSignIn = createEmailSignInService({
    store: createEmailSignInStore(pool),
    accounts,
    sessions,
    limits,
    secret,
    mail,
  })
  const passkeys = createPasskeysService({
    store: createPasskeysStore(pool),
    secret,
    accounts,
    sessions,
    siteName: core.siteName,
  })

  const sms = createSms(env, log, core.siteName)
  const invitations = createInvitationService({
    store: createInvitationsStore(pool),
    inTransaction: (work) => atomically((connection) => work(createInvitationsStore(connection))),
    secrets: createInviteSecrets(secret),
    limits,
    sessions,
  })
  const inviteRequests = createInviteRequests({ pool, atomically, secret, sms, mail, log })

  const usersStore = createUsersStore(pool)
  const deleteFiles = () =>
    uploads.deleteOwnerless().catch((err: unknown) => {
      log.error(
        { err },
        'Could not delete the files of a deleted account; the next sweep tries again',
      )
    })
  const users = createUsersService({
    users: usersStore,
    library,
    signIn,
    accounts,
    deleteFiles,
    decode: (pixels, work) => pictures({ lane: 'sent', pixels }, work),
    log,
  })
  const facebookDeletions = createFacebookDeletionStore(pool, atomically)
  const setup = createSetup(pool)

  const email = { emailSignIn, browserCookie, emailProof }
  const facebookSecret = choice.real.facebook?.clientSecret ?? null
  const deletion = { facebookDeletions, facebookSecret, deleteFiles }

  return {
    secret,
    sessions,
    signIn,
    users,
    setup,
    inviteDeskFor: (origin: string) => createInviteDesk({ pool, secret, sms, publicUrl: origin }),

    feature: {
      routes: [
        // Mounted before the checks for our own client: these requests come from other origins.
        route((app) => demoPicker.mount(app), 'first'),
        route((app) => localMail && mountLocalMail(app, localMail), 'first'),
        calls(dataDeletionCalls, dataDeletionHandlers(deletion), 'first'),
        calls(sessionCalls, sessionHandlers({ ...email, signIn, accounts, sessions, invitations })),
        calls(emailSignInCalls, emailSignInHandlers(email)),
        calls(passkeyCalls, passkeyHandlers(passkeys)),
        calls(userCalls, userHandlers({ users: usersStore, account: users, sessions })),
        calls(invitationCalls, invitationHandlers(invitations)),
        calls(inviteRequestCalls, inviteRequestHandlers({ inviteRequests, note: core.audit.note })),
        calls(setupCalls, setupHandlers({ setup, publicUrl, auditLog: core.audit })),
      ],
      hourly: {
        sessions: () => sessionsStore.sweep(),
        'email codes': emailSignIn.sweep,
        'passkey challenges': passkeys.sweep,
        'invitation requests': inviteRequests.sweep,
        'deletion requests': () => facebookDeletions.forgetOld(),
      },
      start: ({ port }) => signIn.start(port),
    } satisfies Feature,
  }
}
export type Accounts = Awaited<ReturnType<typeof accountsFeature>>

/**
 * Shows the emails of a site without a mail server. Their codes sign in anyone, so only this machine may
 * see them.
 */
const mountLocalMail = (app: Hono<AppEnv>, localMail: LocalMail) => {
  app.get(LOCAL_MAIL_PATH, (context) => {
    const { incoming } = context.env as HttpBindings
    if (!isDirectRequest(incoming))
      throw new AppError(403, 'Local emails are shown only in a browser on this machine')
    return context.html(localMail.page(), 200, {
      'cache-control': 'no-store',
      ...HTML_PAGE_HEADERS,
    })
  })
}
