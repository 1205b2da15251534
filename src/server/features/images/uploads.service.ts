import { MEGABYTE } from '#shared/byte-sizes.ts'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { PictureQueue } from '#server/core/concurrency/picture-queue.ts'
import type { Connection } from '#server/core/db/query.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import { type Storage, StorageError } from '#server/core/storage/storage.ts'
import { RemoteError } from '#server/core/web/public-client.ts'
import { checkPicture, damagedPictureError, type Decode } from '#server/vision/sharp-picture.ts'
import { UPLOAD } from '#shared/constants.ts'
import { SCAN_MESSAGES } from '#shared/finder-messages.ts'
import { UPLOADS_PATH } from '#shared/pictures.ts'
import type { Media } from './media.service.ts'
import type { PictureFetcher } from './remote-pictures.ts'
import { encodeVariant, type Variant } from './variants.ts'
import { renewUploads, type UploadsStore } from './uploads.store.ts'
import { PICTURE_SERVICE_TEXT } from './picture-messages.ts'

/** Limited, because a batch is deleted in one transaction. */
const BATCH = 50

type UploadsDependencies = {
  store: UploadsStore
  storage: Storage
  media: Media
  remote: Pick<PictureFetcher, 'fetch'>
  pictures: PictureQueue
  guard: { checkUpload: (body: Buffer) => Promise<void> }
  quotaMegabytes: number
}

/** Reads an upload for its owner: null for everyone else. */
export const createUploadReader =
  ({
    store,
    storage,
    media,
  }: Pick<UploadsDependencies, 'storage' | 'media'> & { store: Pick<UploadsStore, 'isOwn'> }) =>
  async (uid: string, url: string): Promise<Buffer | null> => {
    const key = media.parseKey(url)
    if (key === null || !(await store.isOwn(uid, key))) return null
    return (await storage.get(key))?.body ?? null
  }

export const createUploadsService = (dependencies: UploadsDependencies) => {
  const { store, storage, media, remote, pictures, guard, quotaMegabytes } = dependencies
  const quotaBytes = quotaMegabytes * MEGABYTE

  const overQuotaError = () =>
    new AppError(413, PICTURE_SERVICE_TEXT.quotaUsed(quotaMegabytes), { code: 'upload-quota' })

  const encode = (bytes: Uint8Array, visitor: string, signal: AbortSignal | undefined) =>
    encodeUpload(bytes, (pixels, work) => pictures({ lane: 'sent', pixels, visitor, signal }, work))

  const keep = async (uid: string, bytes: Uint8Array, signal?: AbortSignal): Promise<string> => {
    // Checked before the picture is decoded.
    if ((await store.usedBytes(uid)) >= quotaBytes) throw overQuotaError()
    const body = await encode(bytes, uid, signal)
    await guard.checkUpload(body)
    const name = `${randomUUID()}.jpg`
    const key = `uploads/${name}`
    // The row is written first, because a file without a row would never be deleted.
    const isRecorded = await store.record(uid, { key, bytes: body.length }, quotaBytes)
    if (!isRecorded) throw overQuotaError()
    try {
      await storage.put(key, body, 'image/jpeg')
    } catch (error) {
      await store.abandon(key, !(error instanceof StorageError) || error.mayBeStored)
      throw error
    }
    return UPLOADS_PATH + name
  }

  const fetchFrom = async (address: string): Promise<Buffer> => {
    try {
      return await remote.fetch(address, 'asked')
    } catch (cause) {
      if (!(cause instanceof RemoteError)) throw cause
      // The same for every failure, so that it does not reveal which hosts exist in our network.
      throw new AppError(422, PICTURE_SERVICE_TEXT.noneAtAddress, { cause })
    }
  }

  const readOwn = createUploadReader({ store, storage, media })

  const deleteOwnerless = async (): Promise<void> => {
    const deleteBatch = () => store.deleteOwnerless(BATCH, (key) => storage.delete(key))
    while ((await deleteBatch()) === BATCH);
  }

  /** Returns what failed: it must not keep the files of others. */
  const disownUnused = async (): Promise<unknown[]> => {
    const failures: unknown[] = []
    const readOwners = (after: string) => store.ownersOfOld(UPLOAD.unusedKeptMs, after, BATCH)
    for (let owners = await readOwners(''); owners.length > 0;) {
      for (const owner of owners)
        await store
          .disownUnused(owner, UPLOAD.unusedKeptMs)
          .catch((error: unknown) => failures.push(error))
      owners = await readOwners(owners.at(-1) ?? '')
    }
    return failures
  }

  /** Uploads of earlier versions count towards the quota too. */
  const measureUploads = async () => {
    for (let keys = await store.unmeasured(BATCH); keys.length > 0;) {
      for (const key of keys)
        await store.measure({ key, bytes: (await storage.get(key))?.body.length ?? 0 })
      keys = await store.unmeasured(BATCH)
    }
  }

  return {
    keep,
    readOwn,

    /** The upload, resized for its owner. */
    readVariant: async (
      uid: string,
      url: string,
      { variant, signal }: { variant: Variant | null; signal: AbortSignal },
    ): Promise<Buffer | null> => {
      const original = await readOwn(uid, url)
      if (!original || !variant) return original
      return pictures({ lane: 'shown', visitor: uid, signal }, () =>
        encodeVariant(original, variant),
      )
    },

    keepFrom: async (uid: string, address: string, signal: AbortSignal): Promise<string> =>
      keep(uid, await fetchFrom(address), signal),

    /** Fetches a picture from the web and returns it as a JPEG, without storing it. */
    copyFrom: async (
      address: string,
      visitor: string,
      signal: AbortSignal,
    ): Promise<Uint8Array<ArrayBuffer>> =>
      new Uint8Array(await encode(await fetchFrom(address), visitor, signal)),

    /** The bytes of the user's own upload, or of a picture on the web. */
    readAny: async (uid: string, url: string): Promise<Buffer> => {
      if (media.parseKey(url) === null) return fetchFrom(url)
      const upload = await readOwn(uid, url)
      if (!upload) throw notFoundError('picture')
      return upload
    },

    /** Called when products are saved. Throws if a photo has expired in a page that was open for days. */
    renew: async (connection: Connection, uid: string, urls: readonly (string | null)[]) => {
      const keys = urls.flatMap((url) => (url === null ? [] : (media.parseKey(url) ?? [])))
      const ownKeys = new Set(keys.filter(media.isPrivate))
      if (ownKeys.size > 0 && !(await renewUploads(connection, uid, [...ownKeys])))
        throw new AppError(410, SCAN_MESSAGES.photoGone)
    },

    /** Deletes the pictures of a deleted product, unless another product uses them. */
    release: async (uid: string, urls: readonly (string | null)[]): Promise<void> => {
      const keys = urls.flatMap((url) => (url === null ? [] : (media.parseKey(url) ?? [])))
      await store.disown(uid, keys)
      await deleteOwnerless()
    },

    deleteOwnerless,

    /** Deletes what an abandoned scan or a failed save left behind. */
    sweep: async (): Promise<void> => {
      const failures = await disownUnused()
      await deleteOwnerless()
      await measureUploads()
      if (failures.length > 0)
        throw new AggregateError(failures, 'Unused uploads of some users could not be found')
    },
  }
}
export type UploadsService = ReturnType<typeof createUploadsService>

const JPEG_QUALITY = 88

/**
 * The picture as we store it, re-encoded so that no metadata or hidden payload survives. An
 * animation keeps only its first frame.
 */
const encodeUpload = async (bytes: Uint8Array, decode: Decode): Promise<Buffer> => {
  const { width, height } = await checkPicture(bytes)
  return decode(width * height, () => encodeStoredPhoto(bytes))
}

const encodeStoredPhoto = async (bytes: Uint8Array): Promise<Buffer> => {
  try {
    return await sharp(bytes, { failOn: 'error', limitInputPixels: UPLOAD.maxPixels, pages: 1 })
      .autoOrient()
      .resize(UPLOAD.maxSidePx, UPLOAD.maxSidePx, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer()
  } catch (cause) {
    throw damagedPictureError(cause)
  }
}
