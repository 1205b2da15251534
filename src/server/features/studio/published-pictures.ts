import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Core } from '#server/core/core.ts'
import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'
import { buildPortraitKey } from '#server/features/catalog/index.ts'
import { type UploadsService } from '#server/features/images/index.ts'
import { DRAFT } from '#shared/studio-constants.ts'
import type { DraftBox } from '#shared/contract/studio.ts'
import { cropDefaultPortrait, toPixelRegion, scaleBox } from '#shared/domain/box.ts'
import type { DraftRow } from './drafts.store.ts'

const JPEG = 'image/jpeg'

const cutPortrait = (photo: Buffer, box: DraftBox, size: DraftRow) =>
  sharp(photo)
    .extract(toPixelRegion(scaleBox(box, size.width, size.height), size))
    .resize(DRAFT.portraitPx, DRAFT.portraitPx, { fit: 'cover' })
    .jpeg({ quality: 85 })
    .toBuffer()

export type PublicFilesDependencies = Pick<Core, 'storage' | 'log'> & {
  uploads: Pick<UploadsService, 'readOwn'>
  /** Throws if an administrator has removed this picture. */
  checkUpload: (body: Buffer) => Promise<void>
}

const deleteFile = ({ storage, log }: PublicFilesDependencies, key: string) =>
  storage.delete(key).catch((err: unknown) => log.warn({ err, key }, 'Could not delete a copy'))

/** The public files of one publication. */
const createPublicFiles = (dependencies: PublicFilesDependencies, writtenKeys: string[]) => {
  const { storage, uploads, checkUpload } = dependencies
  const writeFile = async (key: string, body: Buffer) => {
    writtenKeys.push(key)
    await storage.put(key, body, JPEG)
  }
  /** An upload that may be shown to everyone; null if it is gone. */
  const readUpload = async (uid: string, upload: string) => {
    const body = await uploads.readOwn(uid, upload)
    if (body) await checkUpload(body)
    return body
  }
  return {
    readUpload,

    /** Makes a public copy, because uploads are served only to their owner. */
    copyProductPicture: async (uid: string, upload: string) => {
      const body = await readUpload(uid, upload)
      if (!body) return null
      const key = `products/${randomUUID()}.jpg`
      await writeFile(key, body)
      return { url: MEDIA_PREFIX + key }
    },

    newLookUrl: () => `${MEDIA_PREFIX}looks/${randomUUID()}.jpg`,

    /** Makes the public copy of a look's photo. */
    writeLook: (url: string, body: Buffer) => writeFile(url.slice(MEDIA_PREFIX.length), body),

    /** Writes a portrait under a name of its own, so that no cache shows the former one. */
    writeNewPortrait: async (portrait: Buffer) => {
      const image = `person_${randomUUID()}.jpg`
      await writeFile(buildPortraitKey(image), portrait)
      return image
    },

    deletePortrait: (image: string) => deleteFile(dependencies, buildPortraitKey(image)),

    /** Of a product that the catalogue has already, with pictures of its own. */
    deleteCopy: (url: string) => deleteFile(dependencies, url.slice(MEDIA_PREFIX.length)),

    /** Cuts a portrait out of the photo, unless there is a file already. Returns whether it did. */
    writePortrait: async (image: string, draft: DraftRow, photo: Buffer): Promise<boolean> => {
      const key = buildPortraitKey(image)
      if (await storage.get(key)) return false
      const box = draft.content.portrait ?? cropDefaultPortrait(draft)
      await writeFile(key, await cutPortrait(photo, box, draft))
      return true
    },
  }
}
export type PublicFiles = ReturnType<typeof createPublicFiles>

/** Runs `work`. If it fails, nothing refers to the files that it wrote, and they are deleted. */
export const createWithPublicFiles =
  (dependencies: PublicFilesDependencies) =>
  async <T>(work: (files: PublicFiles) => Promise<T>): Promise<T> => {
    const writtenKeys: string[] = []
    try {
      return await work(createPublicFiles(dependencies, writtenKeys))
    } catch (error) {
      for (const key of writtenKeys) await deleteFile(dependencies, key)
      throw error
    }
  }
