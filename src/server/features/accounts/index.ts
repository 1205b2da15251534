import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Core } from '#server/core/core.ts'
import { calls, type Feature, route } from '#server/core/feature.ts'
import { AppError } from '#server/core/http/errors.ts'
import { HTML_PAGE_HEADERS } from '#server/core/http/html-page.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import type { LocalMail } from '#server/core/mail/mail.ts'
import { createSms } from '#server/core/sms.ts'
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
import { createBrowserCookie, createEmailSignIn } from './email-sign-in.service.ts'
import { invitationHandlers, inviteRequestHandlers } from './invitations.routes.ts'
import { createInvitations, createInviteDesk, createInviteRequests } from './invitations.service.ts'
import { createInvitationsStore } from './invitations.store.ts'
import { createPasskeysService } from './passkeys.service.ts'
import { chooseProviders, createProviders } from './providers.ts'
import { createSessionsStore } from './sessions.store.ts'
import { createSessions } from './sessions.service.ts'
import { createSetup } from './setup.service.ts'
import { emailSignInHandlers, passkeyHandlers, sessionHandlers } from './sign-in.routes.ts'
import { createSignIn } from './sign-in.ts'
import { dataDeletionHandlers, setupHandlers, userHandlers } from './users.routes.ts'
import { createUsersService } from './users.service.ts'
import { createFacebookDeletionStore, createUsersStore } from './users.store.ts'
import { ACCOUNT_SERVICE_TEXT } from './account-service-messages.ts'

export { hideStandInEmail } from './accounts.store.ts'
export {
  createTokenCipher,
  readAuthSecret,
  type TokenCipher,
  writeAuthSecret,
} from './auth-secret.ts'
export { composeInvitationMail } from './invitation-mail.ts'
export {
  createInviteDesk,
  createInviteRequests,
  type InviteDesk,
  type InviteRequests,
} from './invitations.service.ts'
export { chooseProviders } from './providers.ts'
export { toDevice as deviceFrom } from './sessions.service.ts'
export { ACCOUNT_COLUMNS, toAccount, accountRow, createSessionsStore } from './sessions.store.ts'
export { createSetup } from './setup.service.ts'
export { createUsersStore } from './users.store.ts'

type AccountsDependencies = { images: Images; library: Library }

/** Sign-in by every method, sessions, invitations, users and the first administrator. */
export const accountsFeature = async (core: Core, { images, library }: AccountsDependencies) => {
  const { uploads } = images
  const { env, log, pool, publicUrl, atomically, limits, localMail, pictures } = core
  const isSecure = publicUrl?.startsWith('https:') ?? false
  const choice = chooseProviders(env)
  const secret = await readAuthSecret(env)

  const accounts = createAccountsStore(pool)
  const usersStore = createUsersStore(pool)
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
    languages: core.languages,
  })

  const browserCookie = createBrowserCookie(isSecure)
  const emailSignIn = createEmailSignIn({ ...core, accounts, users: usersStore, sessions, secret })
  const passkeys = createPasskeysService({
    pool,
    atomically,
    secret,
    accounts,
    sessions,
    siteName: core.siteName,
  })

  const sms = createSms(env, log, core.siteName)
  const invitations = createInvitations({ pool, atomically, limits, secret, sessions })
  const inviteRequests = createInviteRequests({ ...core, secret, sms, users: usersStore })

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
  const { languages } = core
  const sessionParts = {
    ...email,
    signIn,
    accounts,
    sessions,
    invitations,
    users: usersStore,
    languages,
  }
  const facebookSecret = choice.real.facebook?.clientSecret ?? null
  const deletion = { facebookDeletions, facebookSecret, deleteFiles }

  return {
    secret,
    sessions,
    signIn,
    users,
    setup,
    findAccount: createSessionsStore(pool).findAccount,
    languageOfEmail: usersStore.languageOfEmail,
    inviteDeskFor: (origin: string) => createInviteDesk({ pool, secret, sms, publicUrl: origin }),

    feature: {
      routes: [
        // Mounted before the checks for our own client: these requests come from other origins.
        route((app) => demoPicker.mount(app), 'first'),
        route((app) => localMail && mountLocalMail(app, localMail), 'first'),
        calls(dataDeletionCalls, dataDeletionHandlers(deletion), 'first'),
        calls(sessionCalls, sessionHandlers(sessionParts)),
        calls(emailSignInCalls, emailSignInHandlers(email)),
        calls(passkeyCalls, passkeyHandlers(passkeys)),
        calls(userCalls, userHandlers({ users: usersStore, account: users, sessions, languages })),
        calls(invitationCalls, invitationHandlers(invitations)),
        calls(inviteRequestCalls, inviteRequestHandlers({ inviteRequests, note: core.audit.note })),
        calls(setupCalls, setupHandlers({ setup, publicUrl, auditLog: core.audit })),
      ],
      hourly: {
        sessions: () => sessionsStore.sweep(),
        'email codes': emailSignIn.sweep,
        'passkey challenges': passkeys.sweep,
        'invitation requests': inviteRequests.sweep,
        invitations: createInvitationsStore(core.maintenance).sweep,
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
    if (!isDirectRequest(incoming)) throw new AppError(403, ACCOUNT_SERVICE_TEXT.localMails)
    return context.html(localMail.renderPage(), 200, {
      'cache-control': 'no-store',
      ...HTML_PAGE_HEADERS,
    })
  })
}
