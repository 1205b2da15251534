import type { Logger } from 'pino'
import { ACCOUNT_ERRORS } from '#shared/account-messages.ts'
import type { ProviderId } from '#shared/domain/sign-in-methods.ts'
import type { Library } from '#server/features/library/index.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { SessionUser } from '#server/core/http/session.ts'
import type { Decode } from '#server/vision/picture.ts'
import type { AccountsStore } from './accounts.store.ts'
import { fetchProfilePicture } from './profile-picture.ts'
import type { SignIn } from './sign-in.ts'
import type { UsersStore } from './users.store.ts'

type Parts = {
  users: UsersStore
  library: Pick<Library, 'products' | 'favorites'>
  signIn: SignIn
  accounts: AccountsStore
  deleteFiles: () => Promise<void>
  decode: Decode
  log: Logger
}

export const createUsersService = (parts: Parts) => {
  const { users, library, signIn, accounts, deleteFiles, decode, log } = parts

  /** Sign-in by email or passkey provides no picture. */
  const providersWithPicture = async (uid: string): Promise<ProviderId[]> =>
    (await accounts.linkedProviders(uid)).filter(
      (method) => method !== 'email' && method !== 'passkey',
    )

  const copyPicture = async (uid: string, provider: ProviderId) => {
    const pictureUrlPrefix = signIn.pictureUrlPrefix(provider)
    const source = {
      provider,
      accessToken: pictureUrlPrefix === null ? await signIn.accessToken(uid, provider) : null,
      storedUrl: (await users.find(uid))?.image ?? null,
      pictureUrlPrefix,
    }
    const picture = await fetchProfilePicture(source, decode)
    if (picture) await users.savePicture(uid, picture)
  }

  return {
    /** 'Refresh Image': from the session's provider or another linked one. */
    refreshPicture: async (user: SessionUser) => {
      const providers = await providersWithPicture(user.uid)
      const provider = providers.find((id) => id === user.provider) ?? providers[0]
      if (!provider) throw new AppError(409, 'Your account has no sign-in provider with a picture')
      await copyPicture(user.uid, provider).catch((cause: unknown) => {
        throw new AppError(502, 'The picture could not be fetched from the provider', { cause })
      })
    },

    /** Runs after sign-in, which succeeds even without a picture. */
    copyFirstPicture: async (user: SessionUser) => {
      if (user.isInviteUser || (await users.picture(user.uid))) return
      const providers = await providersWithPicture(user.uid)
      const provider = providers.find((id) => id === user.provider)
      if (!provider) return
      await copyPicture(user.uid, provider).catch((err: unknown) =>
        log.info({ err, uid: user.uid }, 'Could not copy the profile picture'),
      )
    },

    export: async (uid: string) => ({
      exported_at: new Date().toISOString(),
      ...(await users.exportRows(uid)),
      saved_products: await library.favorites.list(uid),
      my_products: await library.products.list(uid),
      /** All detections, including those outside My Products. */
      scans: await library.products.listDetected(uid),
    }),

    /** For users who delete their own account. */
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
export type UsersService = ReturnType<typeof createUsersService>
