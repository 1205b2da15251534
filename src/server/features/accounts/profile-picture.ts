import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { fetchWithin } from '#server/core/concurrency/timeouts.ts'
import { readUpTo } from '#server/core/web/public-client.ts'
import type { Decode } from '#server/vision/picture.ts'
import { PROFILE_PICTURE, UPLOAD } from '#shared/constants.ts'
import type { ProviderId, SocialId } from '#shared/domain/sign-in-methods.ts'

export type ProfilePicture = { content: Buffer; media_type: string; version: string }

const MAX_BYTES = 5 * 1024 * 1024
const LIMITS = { ms: 5_000 }
const ACCEPTED_FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

/** Picture URLs come from the provider, so only its known picture hosts are accepted. */
const PICTURE_HOSTS: Record<SocialId, RegExp> = {
  google: /(^|\.)googleusercontent\.com$/,
  facebook: /(^|\.)(fbcdn\.net|fbsbx\.com)$/,
}

export type PictureSource = {
  provider: ProviderId
  accessToken: string | null
  /** The picture URL stored at sign-in. */
  storedUrl: string | null
  /** The prefix of the provider's picture URLs, if its picture hosts are not well known. */
  pictureUrlPrefix: string | null
}

const { widthPx, heightPx } = PROFILE_PICTURE

/** Facebook's Graph API is asked for a 500 by 500 picture; Google's URL contains the size. */
const pictureUrl = async ({
  provider,
  accessToken,
  storedUrl: knownUrl,
  pictureUrlPrefix,
}: PictureSource) => {
  if (pictureUrlPrefix || provider === 'google')
    return knownUrl?.replace(/=s\d+(-c)?$/, `=s${widthPx}-c`) ?? null
  if (!accessToken) return knownUrl
  const fields = `id,picture.width(${widthPx}).height(${heightPx})`
  const query = new URLSearchParams({ fields, access_token: accessToken })
  const address = `https://graph.facebook.com/me?${query.toString()}`
  const { picture } = await fetchWithin(LIMITS, address, { redirect: 'error' }, (reply) => {
    if (!reply.ok) throw new Error(`The Graph API answered ${reply.status}`)
    return reply.json() as Promise<{ picture?: { data?: { url?: string } } }>
  })
  return picture?.data?.url ?? null
}

const isAllowed = (url: URL, { provider, pictureUrlPrefix }: PictureSource) => {
  if (pictureUrlPrefix || provider === 'oidc') return url.href.startsWith(pictureUrlPrefix ?? '//')
  return url.protocol === 'https:' && PICTURE_HOSTS[provider].test(url.hostname)
}

const readPicture = async ({ ok, status, body }: Response) => {
  if (!ok) throw new Error(`The picture's host answered ${status}`)
  return body
    ? readUpTo(body, MAX_BYTES, () => new Error('The picture is too large'))
    : Buffer.alloc(0)
}

/** A re-encoded 500 by 500 copy; null if the provider has no picture. */
export const fetchProfilePicture = async (
  source: PictureSource,
  decode: Decode,
): Promise<ProfilePicture | null> => {
  const address = await pictureUrl(source)
  if (!address) return null
  const url = new URL(address)
  if (!isAllowed(url, source)) throw new Error(`Pictures are not fetched from ${url.hostname}`)
  const bytes = await fetchWithin(LIMITS, url, { redirect: 'error' }, readPicture)
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
