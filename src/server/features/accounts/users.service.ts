import { MEGABYTE } from '#shared/byte-sizes.ts'
import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import sharp from 'sharp'
import { fetchWithTimeout } from '#server/core/concurrency/timeouts.ts'
import type { SessionUser } from '#server/core/http/caller.ts'
import { AppError } from '#server/core/http/errors.ts'
import { readBodyUpTo } from '#server/core/web/public-client.ts'
import type { Library } from '#server/features/library/index.ts'
import { type Decode, refuseCostlyMetadata } from '#server/vision/sharp-picture.ts'
import { ACCOUNT_ERRORS } from '#shared/account-messages.ts'
import { PROFILE_PICTURE } from '#shared/account-constants.ts'
import { UPLOAD } from '#shared/constants.ts'
import type { ProviderId, SocialId } from '#shared/domain/sign-in-methods.ts'
import type { AccountsStore } from './accounts.store.ts'
import type { SignIn } from './sign-in.ts'
import type { UsersStore } from './users.store.ts'
import { ACCOUNT_SERVICE_TEXT } from './account-service-messages.ts'

type UsersServiceDependencies = {
  users: UsersStore
  library: Pick<Library, 'products' | 'favorites'>
  signIn: SignIn
  accounts: AccountsStore
  deleteFiles: () => Promise<void>
  decode: Decode
  log: Logger
}

/** Of an export: so little that writing it leaves the event loop to others in between. */
const PART_CHARS = 250_000
const FIRST_ROWS = 5
const MAX_ROWS = 250

export const createUsersService = (dependencies: UsersServiceDependencies) => {
  const { users, library, signIn, accounts, deleteFiles, decode, log } = dependencies

  /** Sign-in by email or passkey provides no picture. */
  const listProvidersWithPicture = async (uid: string): Promise<ProviderId[]> =>
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
      const providers = await listProvidersWithPicture(user.uid)
      const provider = providers.find((id) => id === user.provider) ?? providers[0]
      if (!provider) throw new AppError(409, ACCOUNT_SERVICE_TEXT.noProviderPicture)
      await copyPicture(user.uid, provider).catch((cause: unknown) => {
        throw new AppError(502, ACCOUNT_SERVICE_TEXT.pictureNotFetched, { cause })
      })
    },

    /** Runs after sign-in, which succeeds even without a picture. */
    copyFirstPicture: async (user: SessionUser) => {
      if (user.isInviteUser || (await users.picture(user.uid))) return
      const providers = await listProvidersWithPicture(user.uid)
      const provider = providers.find((id) => id === user.provider)
      if (!provider) return
      await copyPicture(user.uid, provider).catch((err: unknown) =>
        log.info({ err, uid: user.uid }, 'Could not copy the profile picture'),
      )
    },

    /** JSON in pieces, because all of it at once would keep the event loop and the memory busy. */
    exportData: async function* (uid: string): AsyncGenerator<string> {
      const { lists, ...facts } = await users.exportRows(uid)
      yield JSON.stringify({ exported_at: new Date().toISOString(), ...facts }).slice(0, -1)
      const allLists = {
        ...lists,
        saved_products: library.favorites.exportList(uid),
        my_products: library.products.exportList(uid, 'kept'),
        /** All detections, including those outside My Products. */
        scans: library.products.exportList(uid, 'detected'),
      }
      for (const [name, readPart] of Object.entries(allLists)) {
        yield `,${JSON.stringify(name)}:[`
        for (let offset = 0, limit = FIRST_ROWS; ;) {
          const rows = await readPart(limit, offset)
          const text = rows.map((row) => JSON.stringify(row)).join(',')
          yield offset > 0 && rows.length > 0 ? `,${text}` : text
          if (rows.length < limit) break
          offset += limit
          // Rows have between 50 characters and 256 KB.
          limit = Math.ceil(Math.min(MAX_ROWS, 2 * limit, (limit * PART_CHARS) / text.length))
        }
        yield ']'
      }
      yield '}'
    },

    /** For users who delete their own account. */
    deleteAccount: async (uid: string) => {
      if (!(await users.removeUnlessLastAdmin(uid))) {
        // Another tab has deleted it meanwhile.
        if (!(await users.find(uid))) throw new AppError(401, ACCOUNT_ERRORS.notAuthenticated)
        throw new AppError(409, ACCOUNT_ERRORS.lastAdministrator)
      }
      await deleteFiles()
    },

    deleteFiles,
  }
}
export type UsersService = ReturnType<typeof createUsersService>

type ProfilePicture = { content: Buffer; media_type: string; version: string }

const MAX_BYTES = 5 * MEGABYTE
const LIMITS = { ms: 5_000 }
const ACCEPTED_FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

/** Picture URLs come from the provider, so only its known picture hosts are accepted. */
const PICTURE_HOSTS: Record<SocialId, RegExp> = {
  google: /(^|\.)googleusercontent\.com$/,
  facebook: /(^|\.)(fbcdn\.net|fbsbx\.com)$/,
}

type PictureSource = {
  provider: ProviderId
  accessToken: string | null
  /** The picture URL stored at sign-in. */
  storedUrl: string | null
  /** The prefix of the provider's picture URLs, if its picture hosts are not well known. */
  pictureUrlPrefix: string | null
}

const { widthPx, heightPx } = PROFILE_PICTURE

/** Facebook's Graph API is asked for a 500 by 500 picture; Google's URL contains the size. */
const findPictureUrl = async (source: PictureSource) => {
  const { provider, accessToken, storedUrl, pictureUrlPrefix } = source
  if (pictureUrlPrefix || provider === 'google')
    return storedUrl?.replace(/=s\d+(-c)?$/, `=s${widthPx}-c`) ?? null
  // A token is sent only to the provider that issued it.
  if (provider !== 'facebook' || !accessToken) return storedUrl
  const fields = `id,picture.width(${widthPx}).height(${heightPx})`
  const query = new URLSearchParams({ fields, access_token: accessToken })
  const address = `https://graph.facebook.com/me?${query.toString()}`
  const { picture } = await fetchWithTimeout(LIMITS, address, { redirect: 'error' }, (reply) => {
    if (!reply.ok) throw new Error(`The Graph API answered ${reply.status}`)
    return reply.json() as Promise<{ picture?: { data?: { url?: string } } }>
  })
  return picture?.data?.url ?? null
}

const isAllowedPictureUrl = (url: URL, { provider, pictureUrlPrefix }: PictureSource) => {
  if (pictureUrlPrefix || provider === 'oidc') return url.href.startsWith(pictureUrlPrefix ?? '//')
  return url.protocol === 'https:' && PICTURE_HOSTS[provider].test(url.hostname)
}

const readPicture = async ({ ok, status, body }: Response) => {
  if (!ok) throw new Error(`The picture's host answered ${status}`)
  return body
    ? readBodyUpTo(body, MAX_BYTES, () => new Error('The picture is too large'))
    : Buffer.alloc(0)
}

/** A re-encoded 500 by 500 copy; null if the provider has no picture. */
export const fetchProfilePicture = async (
  source: PictureSource,
  decode: Decode,
): Promise<ProfilePicture | null> => {
  const address = await findPictureUrl(source)
  if (!address) return null
  const url = new URL(address)
  if (!isAllowedPictureUrl(url, source))
    throw new Error(`Pictures are not fetched from ${url.hostname}`)
  const bytes = await fetchWithTimeout(LIMITS, url, { redirect: 'error' }, readPicture)
  refuseCostlyMetadata(bytes)
  const image = sharp(bytes, { limitInputPixels: UPLOAD.maxPixels })
  const { format, width, height } = await image.metadata()
  if (!ACCEPTED_FORMATS.has(format))
    throw new Error(`Pictures in the format ${format} are not accepted`)
  const content = await decode(width * height, () =>
    image.rotate().resize(widthPx, heightPx).webp({ quality: 82 }).toBuffer(),
  )
  const version = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return { content, media_type: 'image/webp', version }
}
