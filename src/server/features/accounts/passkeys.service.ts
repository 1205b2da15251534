import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { createHmac, randomBytes } from 'node:crypto'
import type { Atomically, Connection } from '#server/core/db/query.ts'
import type { SessionUser } from '#server/core/http/caller.ts'
import { AppError } from '#server/core/http/errors.ts'
import { isSameSecret } from '#server/core/http/security.ts'
import type { SiteName } from '#server/core/site-name.ts'
import { LOGIN_ERRORS, PASSKEY_MESSAGES } from '#shared/account-messages.ts'
import { PASSKEYS } from '#shared/account-constants.ts'
import {
  type CreatedPasskey,
  type Passkey,
  type PasskeyProof,
  passkeySchema,
} from '#shared/contract/passkeys.ts'
import type { AccountsStore } from './accounts.store.ts'
import type { RequestSource, SessionKeeper } from './sessions.service.ts'
import { type PasskeyRow, createPasskeysStore } from './passkeys.store.ts'

type PasskeysDependencies = {
  pool: Connection
  atomically: Atomically
  secret: string
  sessions: SessionKeeper
  accounts: Pick<AccountsStore, 'isSuspended'>
  siteName: SiteName
}

/** The site in the browser's address bar; passkeys belong to one host. */
type PasskeySite = { origin: string; rpId: string }

const PROOF_PURPOSE = 'proof'
const getCreationPurpose = (uid: string) => `creation of ${uid}`

/** Browsers accept passkeys only for host names. */
export const parsePasskeySite = (origin: string): PasskeySite => {
  const { hostname } = new URL(origin)
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('['))
    throw new AppError(409, PASSKEY_MESSAGES.needHostName)
  return { origin, rpId: hostname }
}

/** Drops the columns that only the server needs. */
const toPasskey = (row: PasskeyRow): Passkey => passkeySchema.parse(row)

const toTransports = (transports: readonly string[]) => transports as AuthenticatorTransport[]

const passkeyRefusedError = (cause?: unknown) =>
  new AppError(400, PASSKEY_MESSAGES.refused, { security: 'sign-in-refused', cause })

export const createPasskeysService = ({
  pool,
  atomically,
  secret,
  sessions,
  accounts,
  siteName,
}: PasskeysDependencies) => {
  const store = createPasskeysStore(pool)
  const challenges = createChallenges(secret)

  /** The passkey of a valid, unused proof. The message is the same for every failure. */
  const verifyProof = async (
    proof: PasskeyProof,
    { origin, rpId }: PasskeySite,
  ): Promise<PasskeyRow> => {
    const passkey = await store.find(proof.id)
    if (!passkey) throw passkeyRefusedError()
    const { userHandle, ...response } = proof.response
    let answeredChallenge = ''
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...proof, response, clientExtensionResults: {} },
      expectedChallenge: (challenge) => {
        answeredChallenge = challenge
        return challenges.isValid(PROOF_PURPOSE, challenge)
      },
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    }).catch((error: unknown) => {
      throw passkeyRefusedError(error)
    })
    const isOwner =
      !userHandle || Buffer.from(userHandle, 'base64url').toString() === passkey.userId
    if (!verified || !isOwner) throw passkeyRefusedError()
    if (!(await store.spendChallenge(answeredChallenge))) throw passkeyRefusedError()
    if (!(await store.noteUse(passkey.id, authenticationInfo.newCounter)))
      throw passkeyRefusedError()
    return passkey
  }

  return {
    list: async (uid: string) => (await store.list(uid)).map(toPasskey),

    createAuthenticationOptions: ({ rpId }: PasskeySite) =>
      // Without a list of passkeys, the browser offers those that it has for this site.
      generateAuthenticationOptions({
        rpID: rpId,
        userVerification: 'required',
        challenge: challenges.make(PROOF_PURPOSE),
      }),

    signIn: async (proof: PasskeyProof, site: PasskeySite, caller: RequestSource) => {
      const { userId: uid } = await verifyProof(proof, site)
      if (await accounts.isSuspended(uid))
        throw new AppError(403, LOGIN_ERRORS.suspended, { security: 'sign-in-refused' })
      return { uid, cookie: await sessions.beginFor(uid, 'passkey', caller) }
    },

    confirm: async (uid: string, sessionId: string, proof: PasskeyProof, site: PasskeySite) => {
      const { userId: owner } = await verifyProof(proof, site)
      if (owner !== uid) throw passkeyRefusedError()
      await sessions.noteConfirmed(sessionId)
    },

    createRegistrationOptions: async (user: SessionUser, { rpId }: PasskeySite) =>
      generateRegistrationOptions({
        rpName: await siteName(),
        rpID: rpId,
        userID: new Uint8Array(Buffer.from(user.uid)),
        userName: user.email ?? user.displayName,
        userDisplayName: user.displayName,
        challenge: challenges.make(getCreationPurpose(user.uid)),
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: (await store.list(user.uid)).map(({ id, transports }) => ({
          id,
          transports: toTransports(transports),
        })),
      }),

    add: async (
      user: SessionUser,
      created: CreatedPasskey,
      { origin, rpId }: PasskeySite,
      name: string,
    ) => {
      let answered = ''
      const { transports = [], ...response } = created.response
      const verification = await verifyRegistrationResponse({
        response: { ...created, response, clientExtensionResults: {} },
        expectedChallenge: (challenge) => {
          answered = challenge
          return challenges.isValid(getCreationPurpose(user.uid), challenge)
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
      const passkey = {
        id: credential.id,
        userId: user.uid,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports,
        name,
        isSynced: credentialBackedUp,
      }
      const added = await atomically((client) => createPasskeysStore(client).add(passkey))
      if (!added) throw new AppError(409, PASSKEY_MESSAGES.tooMany)
      return toPasskey(added)
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

const RANDOM_BYTES = 24
const TIME_BYTES = 6
const SIGNED_BYTES = RANDOM_BYTES + TIME_BYTES

/**
 * Challenges that carry their end and a signature, because anyone may ask for any number of them.
 * `purpose` names what a challenge is for, and for whom.
 */
export const createChallenges = (secret: string) => {
  const sign = (purpose: string, part: Uint8Array) =>
    createHmac('sha256', secret).update(`passkey:${purpose}:`).update(part).digest()

  return {
    make: (purpose: string, now = Date.now()): Uint8Array<ArrayBuffer> => {
      const part = Buffer.alloc(SIGNED_BYTES)
      randomBytes(RANDOM_BYTES).copy(part)
      part.writeUIntBE(now + PASSKEYS.challengeLifeMs, RANDOM_BYTES, TIME_BYTES)
      return new Uint8Array(Buffer.concat([part, sign(purpose, part)]))
    },

    isValid: (purpose: string, challenge: string, now = Date.now()): boolean => {
      const bytes = Buffer.from(challenge, 'base64url')
      const [part, signature] = [bytes.subarray(0, SIGNED_BYTES), bytes.subarray(SIGNED_BYTES)]
      return (
        isSameSecret(signature, sign(purpose, part)) &&
        now < part.readUIntBE(RANDOM_BYTES, TIME_BYTES)
      )
    },
  }
}
