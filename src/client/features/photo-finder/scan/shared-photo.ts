import { SHARE } from '#client/lib/share-names.ts'

/** The photo that the phone's share sheet gave to the installed app, once. */
export const takeSharedPhoto = async (): Promise<Blob | null> => {
  if (!('caches' in globalThis)) return null
  const cache = await caches.open(SHARE.cache)
  const kept = await cache.match(SHARE.photoPath)
  if (!kept) return null
  await cache.delete(SHARE.photoPath)
  return kept.blob()
}
