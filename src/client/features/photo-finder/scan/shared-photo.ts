import { SHARE } from '#client/lib/share-names.ts'

/** Takes the photo that was shared to the installed app; a second call finds none. */
export const takeSharedPhoto = async (): Promise<Blob | null> => {
  if (!('caches' in globalThis)) return null
  const cache = await caches.open(SHARE.cache)
  const kept = await cache.match(SHARE.photoPath)
  if (!kept) return null
  await cache.delete(SHARE.photoPath)
  return kept.blob()
}
