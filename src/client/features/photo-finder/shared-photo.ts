/** Where the service worker leaves what the phone's share sheet sent; both sides know these names. */
export const SHARED_CACHE = 'shared-photo'
export const SHARED_PHOTO_PATH = '/shared-photo'

/** The photo shared with the installed app, once. */
export const takeSharedPhoto = async (): Promise<Blob | null> => {
  if (!('caches' in globalThis)) return null
  const cache = await caches.open(SHARED_CACHE)
  const kept = await cache.match(SHARED_PHOTO_PATH)
  if (!kept) return null
  await cache.delete(SHARED_PHOTO_PATH)
  return kept.blob()
}
