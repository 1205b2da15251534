import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { OutputInfo } from 'sharp'
import { AppError } from '#server/core/http/errors.ts'
import { isSameSecret } from '#server/core/http/security.ts'
import { MEDIA_PREFIX, type Storage } from '#server/core/storage/storage.ts'
import {
  type Crop,
  type CropPublisher,
  RemoteSearchError,
} from '#server/features/finder/remote-search/remote-search.ts'
import { damagedPictureError, type Decode, openPicture } from '#server/vision/sharp-picture.ts'
import { UPLOAD } from '#shared/constants.ts'
import { REMOTE_SEARCH } from './remote-search/limits.ts'
import { type Box, fromUnits, toPixelRegion } from '#shared/domain/box.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import type { RawPicture } from '#shared/vision/picture.ts'

const LONGEST_SIDE_PX = 720
const QUALITIES = [85, 60, 40]
/** Larger than any stored upload. Pictures from the web or the API may be bigger and would fill the memory. */
const DECODED_SIDE_PX = 4_096

export type Photo = {
  /** The reduced copy that the models use. */
  picture: RawPicture
  /** A garment cut out at full resolution, without EXIF: all that may leave this server. */
  crop(bbox: Box): Promise<Crop>
}

type DecodedPhoto = { data: Buffer; info: OutputInfo }

const decodeUpright = (bytes: Uint8Array): Promise<DecodedPhoto> =>
  sharp(bytes, { failOn: 'error', limitInputPixels: UPLOAD.maxPixels })
    .autoOrient()
    .resize(DECODED_SIDE_PX, DECODED_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })

const cutCrop = async ({ data, info }: DecodedPhoto, bbox: Box): Promise<Crop> => {
  const { width, height, channels } = info
  const region = toPixelRegion(fromUnits(bbox, { width, height }), { width, height })
  for (const quality of QUALITIES) {
    // A new sharp instance each time: clone() would copy every pixel of the photo.
    const jpeg = await sharp(data, { raw: { width, height, channels } })
      .extract(region)
      .resize(LONGEST_SIDE_PX, LONGEST_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer()
    if (jpeg.length <= REMOTE_SEARCH.serpApiImageMaxBytes) return { jpeg }
  }
  throw new Error('A crop of 720 pixels is larger than half a megabyte')
}

/**
 * Opens a photo once for a whole scan. The models get a reduced copy, which decodes much faster; the
 * full resolution is decoded once, for the first crop.
 */
export const openPhoto = async (bytes: Uint8Array, decode: Decode): Promise<Photo> => {
  const picture = await openPicture(bytes, decode)
  const { width, height } = picture.size
  let decoded: Promise<DecodedPhoto> | undefined
  return {
    picture,
    crop: async (bbox) => {
      try {
        decoded ??= decode(width * height, () => decodeUpright(bytes))
        return await cutCrop(await decoded, bbox)
      } catch (cause) {
        throw cause instanceof AppError ? cause : damagedPictureError(cause)
      }
    },
  }
}

const FOLDER = 'crops/'
const NAME_BYTES = 24
/** Longer than any call to a provider. */
const VALID_MS = 5 * MINUTE_MS
/** Allows for differences between the clocks of servers. */
const GRACE_MS = HOUR_MS

type CropPublisherDependencies = {
  storage: Pick<Storage, 'put' | 'get' | 'delete' | 'list'>
  publicUrl: string | null
  secret: string
  now?: () => number
}

/** When the crop's URL expires, in seconds since 1970; 0 for a name of another form. */
const parseExpiry = (name: string) => Number(/^(\d{10})-/.exec(name)?.[1] ?? 0)

/** Publishes a crop at a signed URL for the duration of one call. */
export const createCropPublisher = ({
  storage,
  publicUrl,
  secret,
  now = Date.now,
}: CropPublisherDependencies) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wearabouts crop addresses', 32))
  const sign = (name: string) => createHmac('sha256', key).update(name).digest()

  const isSigned = (name: string, signature: string) =>
    isSameSecret(Buffer.from(signature, 'base64url'), sign(name))

  const publish: CropPublisher['publish'] = async ({ jpeg }) => {
    // Otherwise the provider could not fetch it.
    if (!publicUrl?.startsWith('https://'))
      throw new RemoteSearchError('not-published', 'PUBLIC_URL is not an https address')
    const expires = Math.ceil((now() + VALID_MS) / 1000)
    const name = `${expires}-${randomBytes(NAME_BYTES).toString('hex')}.jpg`
    await storage.put(FOLDER + name, jpeg, 'image/jpeg')
    return {
      url: `${publicUrl}${MEDIA_PREFIX}${FOLDER}${name}?signature=${sign(name).toString('base64url')}`,
      withdraw: () => storage.delete(FOLDER + name),
    }
  }

  return {
    publish,

    /** Null if the signature is wrong or has expired. */
    read: async (name: string, signature: string): Promise<Buffer | null> => {
      if (!isSigned(name, signature) || parseExpiry(name) * 1000 < now()) return null
      return (await storage.get(FOLDER + name))?.body ?? null
    },

    /** Deletes crops that a crash left behind, but not those that another server is publishing. */
    sweep: async (): Promise<void> => {
      for await (const key of storage.list(FOLDER)) {
        const expires = parseExpiry(key.slice(FOLDER.length))
        if (expires * 1000 + GRACE_MS < now()) await storage.delete(key)
      }
    },
  }
}
export type Crops = ReturnType<typeof createCropPublisher>
