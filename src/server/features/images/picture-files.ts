import { getContentType, isStorageKey, type Storage } from '#server/core/storage/storage.ts'
import type { DiskCache } from './disk-cache.ts'
import { buildPortraitKey, buildPortraitUrl } from '#server/features/catalog/index.ts'
import type { Media } from './media.service.ts'
import { CARD_KINDS, buildPreviewCardKey } from './preview-cards.service.ts'
import { buildOriginalKey } from './remote-pictures.ts'
import { allVariants, type SharedVariants, buildVariantKey } from './variants.ts'
import type { Language } from '#server/core/languages.ts'

/** A private folder for the files of takedowns, which may be restored. */
const REMOVED_FOLDER = 'removed/'

type PictureFilesDependencies = {
  cache: DiskCache
  storage: Storage
  media: Pick<Media, 'parseKey'>
  variants: SharedVariants | null
  languages: readonly Language[]
}

/** A removed picture or product, and what was made from it. */
type DerivedFiles = {
  urls: readonly string[]
  productIds: readonly string[]
  /** File names of portraits that may show a removed picture. */
  portraits: readonly string[]
}

export const createPictureFiles = ({
  cache,
  storage,
  media,
  variants,
  languages,
}: PictureFilesDependencies) => {
  const removeCards = async (kind: (typeof CARD_KINDS)[number], picture: string) => {
    for (const language of languages)
      await cache.remove(buildPreviewCardKey(kind, picture, language))
  }
  return {
    /** Deletes cached copies on this server's disk. */
    deleteLocalCopies: async ({ urls, productIds, portraits }: DerivedFiles): Promise<void> => {
      for (const url of [...urls, ...portraits.map(buildPortraitUrl)]) {
        await cache.remove(buildOriginalKey(url))
        for (const variant of allVariants) await cache.remove(buildVariantKey(url, variant))
        for (const kind of CARD_KINDS) await removeCards(kind, url)
      }
      for (const id of productIds) await removeCards('product', id)
    },

    /** Cleans the storage that all servers share. Our own files are moved to the private folder. */
    removeStored: async (takedownId: string, { urls, portraits }: DerivedFiles): Promise<void> => {
      for (const url of urls)
        for (const variant of allVariants)
          await variants?.remove(buildVariantKey(url, variant), variant.format)
      const keys = [...urls, ...portraits.map(buildPortraitUrl)].flatMap(
        (url) => media.parseKey(url) ?? [],
      )
      for (const key of keys) {
        const file = await storage.get(key)
        if (!file) continue
        await storage.put(`${REMOVED_FOLDER}${takedownId}/${key}`, file.body, getContentType(key))
        await storage.delete(key)
      }
    },

    /** Deletes the files of a takedown that will not be restored. */
    deleteRemoved: async (takedownId: string): Promise<void> => {
      for await (const key of storage.list(`${REMOVED_FOLDER}${takedownId}/`))
        await storage.delete(key)
    },

    /** The stored portrait with this file name. Earlier versions named portraits that cannot be stored. */
    readPortrait: async (name: string): Promise<Buffer | null> => {
      const key = buildPortraitKey(name)
      return isStorageKey(key) ? ((await storage.get(key))?.body ?? null) : null
    },

    /** Restores our own files, unless a new file has the same name. */
    restoreStored: async (takedownId: string): Promise<void> => {
      const folder = `${REMOVED_FOLDER}${takedownId}/`
      for await (const removedKey of storage.list(folder)) {
        const key = removedKey.slice(folder.length)
        const file = (await storage.get(key)) ? null : await storage.get(removedKey)
        if (file) await storage.put(key, file.body, getContentType(key))
        await storage.delete(removedKey)
      }
    },
  }
}
export type PictureFiles = ReturnType<typeof createPictureFiles>
