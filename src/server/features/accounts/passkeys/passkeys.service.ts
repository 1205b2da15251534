import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { LOGIN_ERRORS, PASSKEY_MESSAGES } from '#shared/account-messages.ts'
import type { CreatedPasskey, Passkey, PasskeyProof } from '#shared/contract/passkeys.ts'
import { PRODUCT_TITLE } from '#shared/messages.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { SessionUser } from '#server/core/http/session.ts'
import type { IdentityStore } from '#server/features/accounts/identity/identity.store.ts'
import type { Caller, SessionKeeper } from '#server/features/accounts/identity/sessions.ts'
import type { Challenges } from './challenges.ts'
import type { PasskeyRow, PasskeysStore } from './passkeys.store.ts'

type Parts = {
  store: PasskeysStore
  challenges: Challenges
  sessions: SessionKeeper
  identityStore: Pick<IdentityStore, 'isSuspended'>
}

/** Where the browser is; passkeys belong to one host. */
type Site = { origin: string; rpId: string }

const PROOF = 'proof'
const creationOf = (uid: string) => `creation of ${uid}`

/** Browsers accept passkeys only for host names. */
export const siteOf = (origin: string): Site => {
  const { hostname } = new URL(origin)
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('['))
    throw new AppError(409, PASSKEY_MESSAGES.needHostName)
  return { origin, rpId: hostname }
}

const shown = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  isSynced: row.is_synced,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

const transportsOf = (transports: readonly string[]) => transports as AuthenticatorTransport[]

const refused = (cause?: unknown) =>
  new AppError(400, PASSKEY_MESSAGES.refused, { security: 'sign-in-refused', cause })

export const createPasskeysService = ({ store, challenges, sessions, identityStore }: Parts) => {
  /** The passkey that a valid, fresh proof belongs to. One message for every reason to refuse one. */
  const prove = async (proof: PasskeyProof, { origin, rpId }: Site): Promise<PasskeyRow> => {
    const found = await store.find(proof.id)
    if (!found) throw refused()
    const { userHandle, ...response } = proof.response
    let answered = ''
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...proof, response, clientExtensionResults: {} },
      expectedChallenge: (challenge) => {
        answered = challenge
        return challenges.isValid(PROOF, challenge)
      },
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: found.id,
        publicKey: new Uint8Array(found.public_key),
        counter: found.counter,
      },
    }).catch((error: unknown) => {
      throw refused(error)
    })
    const isOwner = !userHandle || Buffer.from(userHandle, 'base64url').toString() === found.user_id
    if (!verified || !isOwner) throw refused()
    if (!(await store.spendChallenge(answered))) throw refused()
    if (!(await store.noteUse(found.id, authenticationInfo.newCounter))) throw refused()
    return found
  }

  return {
    list: async (uid: string) => (await store.list(uid)).map(shown),

    askForProof: ({ rpId }: Site) =>
      // Without a list of passkeys, the browser offers those that it has for this site.
      generateAuthenticationOptions({
        rpID: rpId,
        userVerification: 'required',
        challenge: challenges.make(PROOF),
      }),

    signIn: async (proof: PasskeyProof, site: Site, caller: Caller) => {
      const { user_id: uid } = await prove(proof, site)
      if (await identityStore.isSuspended(uid))
        throw new AppError(403, LOGIN_ERRORS.suspended, { security: 'sign-in-refused' })
      return { uid, cookie: await sessions.beginFor(uid, 'passkey', caller) }
    },

    confirm: async (uid: string, sessionId: string, proof: PasskeyProof, site: Site) => {
      const { user_id: owner } = await prove(proof, site)
      if (owner !== uid) throw refused()
      await sessions.noteConfirmed(sessionId)
    },

    askToCreate: async (user: SessionUser, { rpId }: Site) =>
      generateRegistrationOptions({
        rpName: PRODUCT_TITLE,
        rpID: rpId,
        userID: new Uint8Array(Buffer.from(user.uid)),
        userName: user.email ?? user.displayName,
        userDisplayName: user.displayName,
        challenge: challenges.make(creationOf(user.uid)),
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: (await store.list(user.uid)).map(({ id, transports }) => ({
          id,
          transports: transportsOf(transports),
        })),
      }),

    add: async (
      user: SessionUser,
      created: CreatedPasskey,
      { origin, rpId }: Site,
      name: string,
    ) => {
      let answered = ''
      const { transports = [], ...response } = created.response
      const verification = await verifyRegistrationResponse({
        response: { ...created, response, clientExtensionResults: {} },
        expectedChallenge: (challenge) => {
          answered = challenge
          return challenges.isValid(creationOf(user.uid), challenge)
        },
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
      }).catch((cause: unknown) => {
        throw new AppError(400, PASSKEY_MESSAGES.notAdded, { cause })
      })
      if (!verification.verified || !(await store.spendChallenge(answered)))
        throw new AppError(400, PASSKEY_MESSAGES.notAdded)
      const { credential, credentialBackedUp } = verification.registrationInfo
      const added = await store.add({
        id: credential.id,
        user_id: user.uid,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports,
        name,
        is_synced: credentialBackedUp,
      })
      if (!added) throw new AppError(409, PASSKEY_MESSAGES.tooMany)
      return shown(added)
    },

    rename: async (uid: string, id: string, name: string) => {
      if (!(await store.rename(uid, id, name))) throw new AppError(404, PASSKEY_MESSAGES.unknown)
    },

    remove: async (uid: string, id: string) => {
      const outcome = await store.remove(uid, id)
      if (outcome === 'unknown') throw new AppError(404, PASSKEY_MESSAGES.unknown)
      if (outcome === 'last') throw new AppError(409, PASSKEY_MESSAGES.last)
    },

    sweep: store.sweep,
  }
}
export type PasskeysService = ReturnType<typeof createPasskeysService>
