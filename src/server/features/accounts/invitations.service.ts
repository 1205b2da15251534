import type { Connection } from '#server/core/db/query.ts'
import type { Core } from '#server/core/core.ts'
import { createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { ENGLISH } from '#server/core/languages.ts'
import type { SessionUser } from '#server/core/http/caller.ts'
import { AppError } from '#server/core/http/errors.ts'
import { trySendingMail } from '#server/core/mail/mail.ts'
import type { Sms } from '#server/core/sms.ts'
import { INVITE_MESSAGES, INVITE_REQUEST_MESSAGES } from '#shared/account-messages.ts'
import { INVITE } from '#shared/account-constants.ts'
import { findInviteCodeProblem, normalizeInviteCode } from '#shared/domain/invite-code.ts'
import { guessNameFromEmail } from '#shared/domain/text.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { paths } from '#shared/paths.ts'
import type { RateLimitName } from '#shared/rate-limits.ts'
import {
  createInvitationsStore,
  createInviteRequestsStore,
  type InvitationsStore,
  type InviteFor,
} from './invitations.store.ts'
import type { RequestSource, SessionKeeper } from './sessions.service.ts'
import { composeAcceptedMail, composeInvitationMail } from './invitation-mail.ts'
import type { UsersStore } from './users.store.ts'
import { INVITATION_MAIL_TEXT } from './account-mail-messages.ts'

type InvitationsDependencies = Pick<Core, 'pool' | 'atomically' | 'limits'> & {
  secret: string
  sessions: SessionKeeper
}

/** The Cookie header that a browser makes of a Set-Cookie value. */
const buildCookieHeader = (cookie: string) => new Headers({ cookie: cookie.split(';')[0] ?? '' })

export const createInvitations = ({
  pool,
  atomically,
  limits,
  secret,
  sessions,
}: InvitationsDependencies) => {
  const store = createInvitationsStore(pool)
  const secrets = createInviteSecrets(secret)

  const countAttempts = async (attempts: [RateLimitName, string][]) => {
    for (const [limit, key] of attempts) {
      const wait = await limits.take(limit, key)
      if (wait !== null)
        throw new AppError(429, INVITE_MESSAGES.tooManyTries, { retryAfterSeconds: wait })
    }
  }

  const beginSession = async (uid: string, caller: RequestSource) => {
    const cookie = await sessions.beginFor(uid, 'invite', caller)
    const user = await sessions.read(buildCookieHeader(cookie))
    if (!user) throw new Error('Cannot read a session that was just created')
    return { user, cookie }
  }

  const ensureUser = async (
    store: InvitationsStore,
    invite: { id: string; email: string; name: string | null },
    name: string | null,
  ) => {
    const person = {
      email: invite.email,
      name: invite.name || name || guessNameFromEmail(invite.email),
    }
    const uid = await store.ensureInviteUser(person, invite.id)
    // The transaction is rolled back, so the invitation stays valid.
    if (uid === null) throw new AppError(409, INVITE_MESSAGES.emailTaken)
    return uid
  }

  return {
    isInvited: (uid: string) => store.isInvited(uid),
    giveUp: (uid: string) => store.giveUp(uid),

    redeemCode: async (user: SessionUser, code: string, address: string) => {
      const problem = findInviteCodeProblem(code)
      if (problem) throw new AppError(400, problem)
      await countAttempts([
        ['inviteTriesByAddress', address],
        ['inviteTries', user.uid],
        ['inviteTriesDaily', user.uid],
      ])
      const hash = secrets.hashCode(code)
      // A user who has already redeemed a code keeps it and does not use up another that gives no role.
      const isAccepted =
        (await store.redeemCode(user.uid, hash)) ||
        ((await store.isInvited(user.uid)) && (await store.canRedeemCode(user.uid, hash)))
      if (!isAccepted)
        throw new AppError(400, INVITE_MESSAGES.invalidCode, { security: 'invitation-refused' })
    },

    createUserByRef: async (ref: string, caller: RequestSource) => {
      await countAttempts([['inviteTriesByAddress', caller.address]])
      const uid = await atomically(async (connection) => {
        const store = createInvitationsStore(connection)
        const invite = await store.spend('ref', secrets.hashRef(ref), null)
        if (!invite)
          throw new AppError(400, INVITE_MESSAGES.invalidRef, { security: 'invitation-refused' })
        return ensureUser(store, invite, null)
      })
      return beginSession(uid, caller)
    },

    /** Only a code issued to this email creates an account: anyone can type an address. */
    createUserByCode: async (
      invitee: { email: string; code: string; name: string | null },
      address: string,
    ) => {
      const problem = findInviteCodeProblem(invitee.code)
      if (problem) throw new AppError(400, problem)
      await countAttempts([['inviteTriesByAddress', address]])
      return atomically(async (connection) => {
        const store = createInvitationsStore(connection)
        const invite = await store.spend('code', secrets.hashCode(invitee.code), invitee.email)
        if (!invite)
          throw new AppError(400, INVITE_MESSAGES.invalidCode, { security: 'invitation-refused' })
        const uid = await ensureUser(store, invite, invitee.name)
        const key = secrets.makeKey()
        await store.replaceKey(uid, secrets.hashKey(key))
        return key
      })
    },

    signInWithKey: async (email: string, key: string, caller: RequestSource) => {
      await countAttempts([['inviteTriesByAddress', caller.address]])
      const uid = await store.spendKey(email.trim().toLowerCase(), secrets.hashKey(key))
      if (uid === null)
        throw new AppError(400, INVITE_MESSAGES.invalidKey, { security: 'sign-in-refused' })
      return beginSession(uid, caller)
    },
  }
}
export type Invitations = ReturnType<typeof createInvitations>

type InvitationDeskDependencies = { pool: Connection; secret: string; sms: Sms; publicUrl: string }

const MAX_ATTEMPTS = 5
const MAX_LISTED = 1000

/** For commands and administrators. Only here, and only once, is an invitation available as plain text. */
export const createInviteDesk = ({ pool, secret, sms, publicUrl }: InvitationDeskDependencies) => {
  const store = createInvitationsStore(pool)
  const secrets = createInviteSecrets(secret)
  const buildProfileLink = (email: string, code: string) =>
    `${publicUrl}${LOCALE_TEXT.prefix}${paths.profile.href()}?${new URLSearchParams({ email, code }).toString()}`

  return {
    /** `createdBy` is null for a command. */
    createCode: async (invitee: InviteFor, createdBy: string | null = null) => {
      // Codes collide rarely; a collision is retried.
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const code = secrets.makeCode()
        const id = await store.create('code', secrets.hashCode(code), invitee, createdBy)
        if (id === null) continue
        const link = invitee.email ? buildProfileLink(invitee.email, code) : null
        if (invitee.phone) await sms.send(invitee.phone, INVITATION_MAIL_TEXT.codeBySms(code))
        return { id, code, link }
      }
      throw new Error('Could not find a free invitation code')
    },

    createRef: async (invitee: InviteFor & { email: string }) => {
      const ref = secrets.makeRef()
      const id = await store.create('ref', secrets.hashRef(ref), invitee)
      const link = publicUrl + LOCALE_TEXT.prefix + paths.login.href({ ref })
      if (invitee.phone) await sms.send(invitee.phone, INVITATION_MAIL_TEXT.linkBySms(link))
      return { id, link }
    },

    list: () => store.list(null, MAX_LISTED),
    page: store.list,
    revoke: (id: string) => store.revoke(id),
  }
}
export type InviteDesk = ReturnType<typeof createInviteDesk>

const createRandomSymbols = (length: number) =>
  Array.from(
    { length },
    () => INVITE.codeAlphabet[randomInt(INVITE.codeAlphabet.length)] ?? '',
  ).join('')

const KEY_GROUP = /.{4}(?=.)/g

/** Creates codes, references and keys, and the keyed hashes under which they are stored. */
export const createInviteSecrets = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wearabouts invitations', 32))
  const hash = (kind: string, value: string) =>
    createHmac('sha256', key).update(`${kind}:${value}`).digest()
  return {
    makeCode: () => createRandomSymbols(INVITE.codeLength),
    makeRef: () => randomBytes(INVITE.refBits / 8).toString('base64url'),
    makeKey: () => createRandomSymbols(INVITE.keyLength).replaceAll(KEY_GROUP, '$&-'),
    hashCode: (code: string) => hash('code', normalizeInviteCode(code)),
    hashRef: (ref: string) => hash('ref', ref),
    /** Accepts any case, with or without dashes. */
    hashKey: (typedKey: string) => hash('key', typedKey.toUpperCase().replaceAll(/[^\dA-Z]/g, '')),
  }
}

type InviteRequestsDependencies = Pick<
  Core,
  'pool' | 'atomically' | 'mail' | 'log' | 'inLanguage' | 'writeMail'
> & {
  secret: string
  sms: Sms
  users: Pick<UsersStore, 'languageOf' | 'languageOfEmail'>
}

/** Requests for an invitation, and the decisions about them. */
export const createInviteRequests = ({
  pool,
  atomically,
  mail,
  log,
  inLanguage,
  writeMail,
  secret,
  sms,
  users,
}: InviteRequestsDependencies) => {
  const store = createInviteRequestsStore(pool)

  return {
    /** `language`: of the page that asks. */
    add: async (
      user: SessionUser | null,
      {
        email,
        message,
        language,
      }: { email?: string | undefined; message: string; language: string },
    ) => {
      const address = user?.email ?? email
      if (!address) throw new AppError(400, INVITE_REQUEST_MESSAGES.emailMissing)
      if (user?.hasInviteCode) return
      if (!(await store.add({ email: address, uid: user?.uid ?? null, message, language })))
        throw new AppError(503, INVITE_REQUEST_MESSAGES.tooMany, { retryAfterSeconds: 3_600 })
    },

    list: store.list,
    decline: store.decline,
    sweep: store.sweep,

    /** Null if the request is gone. `actor` is null for a command. */
    accept: async (id: string, actor: string | null, origin: string) => {
      // Removes the request and creates the invitation in one transaction.
      const acceptance = await atomically(async (connection) => {
        const request = await createInviteRequestsStore(connection).take(id)
        if (!request) return null
        const { email, user_id: uid } = request
        const invitee = { email, name: null, phone: null }
        const desk = createInviteDesk({ pool: connection, secret, sms, publicUrl: origin })
        const ofAccount = await (uid === null
          ? users.languageOfEmail(email)
          : users.languageOf(uid))
        const language = ofAccount ?? request.language ?? ENGLISH.code
        const {
          id: inviteId,
          code,
          link,
        } = await inLanguage(language, () => desk.createCode(invitee, actor))
        // An ordinary code is redeemed, so that the invitation can be revoked like any other.
        const hash = createInviteSecrets(secret).hashCode(code)
        if (uid !== null) await createInvitationsStore(connection).redeemCode(uid, hash)
        const invitation = uid === null ? { code, link } : { code: null, link: null }
        return { language, reply: { email, inviteId, ...invitation } }
      })
      if (!acceptance) return null
      const { language, reply } = acceptance
      const { code, link, email } = reply
      const content = writeMail(language, () =>
        code !== null && link !== null
          ? composeInvitationMail(code, link)
          : composeAcceptedMail(origin),
      )
      // A failed email is only reported: the administrator can pass the invitation on in another way.
      return { ...reply, isSent: await trySendingMail(mail, { to: email, ...content }, log) }
    },
  }
}
export type InviteRequests = ReturnType<typeof createInviteRequests>
