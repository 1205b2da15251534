import { contentTypeOf, type Storage } from '#server/core/storage/storage.ts'
import type { DiskCache } from './disk-cache.ts'
import { type Media, PORTRAIT_FOLDER, portraitUrl } from './media.service.ts'
import { CARD_KINDS, cardKey } from './preview-cards.service.ts'
import { originalKey } from './remote-pictures.ts'
import { allVariants, type SharedVariants, variantKey } from './variants.ts'

/** Private: files of takedowns are kept here, in case they are restored. */
const REMOVED_FOLDER = 'removed/'

type Parts = {
  cache: DiskCache
  storage: Storage
  media: Pick<Media, 'keyOf'>
  variants: SharedVariants | null
}

/** What was made from a removed picture or product, and where its own file is. */
type PictureTraces = {
  urls: readonly string[]
  productIds: readonly string[]
  /** File names of portraits that may show a removed picture. */
  portraits: readonly string[]
}

export const createForgetPictures = ({ cache, storage, media, variants }: Parts) => ({
  /** On this server's disk. */
  forgetHere: async ({ urls, productIds, portraits }: PictureTraces): Promise<void> => {
    for (const url of [...urls, ...portraits.map(portraitUrl)]) {
      await cache.remove(originalKey(url))
      for (const variant of allVariants) await cache.remove(variantKey(url, variant))
      for (const kind of CARD_KINDS) await cache.remove(cardKey(kind, url))
    }
    for (const id of productIds) await cache.remove(cardKey('product', id))
  },

  /** In the storage that all servers share. Files of our own are moved out of reach. */
  forgetStored: async (takedownId: string, { urls, portraits }: PictureTraces): Promise<void> => {
    for (const url of urls)
      for (const variant of allVariants)
        await variants?.remove(variantKey(url, variant), variant.format)
    const keys = [...urls, ...portraits.map(portraitUrl)].flatMap((url) => media.keyOf(url) ?? [])
    for (const key of keys) {
      const file = await storage.get(key)
      if (!file) continue
      await storage.put(`${REMOVED_FOLDER}${takedownId}/${key}`, file.body, contentTypeOf(key))
      await storage.delete(key)
    }
  },

  /** Nobody will restore them. */
  deleteRemoved: async (takedownId: string): Promise<void> => {
    for await (const key of storage.list(`${REMOVED_FOLDER}${takedownId}/`))
      await storage.delete(key)
  },

  /** The stored portrait with this file name. */
  readPortrait: async (name: string): Promise<Buffer | null> =>
    (await storage.get(PORTRAIT_FOLDER + name))?.body ?? null,

  /** Brings our own files back, unless there is a new one under the name. */
  restoreStored: async (takedownId: string): Promise<void> => {
    const folder = `${REMOVED_FOLDER}${takedownId}/`
    for await (const removed of storage.list(folder)) {
      const key = removed.slice(folder.length)
      const file = (await storage.get(key)) ? null : await storage.get(removed)
      if (file) await storage.put(key, file.body, contentTypeOf(key))
      await storage.delete(removed)
    }
  },
})
export type ForgetPictures = ReturnType<typeof createForgetPictures>
