import type { Logger } from 'pino'
import { ACCOUNT_ERRORS } from '#shared/account-messages.ts'
import type { ProviderId } from '#shared/contract/session.ts'
import type { OwnProducts } from '#server/features/library/own-products/index.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { SessionUser } from '#server/core/http/session.ts'
import type { Identity } from '#server/features/accounts/identity/identity.ts'
import type { IdentityStore } from '#server/features/accounts/identity/identity.store.ts'
import { fetchProfilePicture } from '#server/features/accounts/identity/profile-picture.ts'
import type { Decode } from '#server/vision/picture.ts'
import type { UsersStore } from './users.store.ts'

type Parts = {
  users: UsersStore
  ownProducts: OwnProducts
  identity: Identity
  identityStore: IdentityStore
  deleteFiles: () => Promise<void>
  decode: Decode
  log: Logger
}

export const createAccountService = (parts: Parts) => {
  const { users, ownProducts, identity, identityStore, deleteFiles, decode, log } = parts

  /** Mails and passkeys carry none. */
  const providersWithPicture = async (uid: string): Promise<ProviderId[]> =>
    (await identityStore.linkedProviders(uid)).filter(
      (method) => method !== 'email' && method !== 'passkey',
    )

  const copyPicture = async (uid: string, provider: ProviderId) => {
    const picturesUnder = identity.picturesUnder(provider)
    const source = {
      provider,
      accessToken: picturesUnder === null ? await identity.accessToken(uid, provider) : null,
      knownUrl: (await users.find(uid))?.image ?? null,
      picturesUnder,
    }
    const picture = await fetchProfilePicture(source, decode)
    if (picture) await users.savePicture(uid, picture)
  }

  return {
    /** §2: 'Refresh Image', from the session's provider or another linked one. */
    refreshPicture: async (user: SessionUser) => {
      const linked = await providersWithPicture(user.uid)
      const provider = linked.find((id) => id === user.provider) ?? linked[0]
      if (!provider) throw new AppError(409, 'Your account has no sign-in provider with a picture')
      await copyPicture(user.uid, provider).catch((cause: unknown) => {
        throw new AppError(502, 'The picture could not be fetched from the provider', { cause })
      })
    },

    /** Runs after sign-in, which succeeds even without a picture. */
    copyFirstPicture: async (user: SessionUser) => {
      if (user.isInviteUser || (await users.picture(user.uid))) return
      const linked = await providersWithPicture(user.uid)
      const provider = linked.find((id) => id === user.provider)
      if (!provider) return
      await copyPicture(user.uid, provider).catch((err: unknown) =>
        log.info({ err, uid: user.uid }, 'the profile picture could not be copied'),
      )
    },

    export: async (uid: string) => ({
      exported_at: new Date().toISOString(),
      ...(await users.exportRows(uid)),
      saved_products: await ownProducts.favorites.list(uid),
      my_products: await ownProducts.products.list(uid),
      /** Every detection, in My Products or not. */
      scans: await ownProducts.products.listDetected(uid),
    }),

    /** Somebody deletes their own account. */
    leave: async (uid: string) => {
      if (!(await users.removeUnlessLastAdmin(uid)))
        throw new AppError(409, ACCOUNT_ERRORS.lastAdministrator)
      await deleteFiles()
    },

    remove: async (uid: string) => {
      await users.remove(uid)
      await deleteFiles()
    },
  }
}
export type AccountService = ReturnType<typeof createAccountService>
