import { randomBytes } from 'node:crypto'
import { MEDIA_PREFIX, type Storage } from '#server/providers/storage/storage.ts'
import { type CropPublisher, RemoteSearchError } from '#server/providers/search/remote-search.ts'

const FOLDER = 'crops/'
const NAME_BYTES = 24

/** Serves a crop at an unguessable address for the length of one call. */
export const createCropPublisher = (
  storage: Pick<Storage, 'put' | 'delete'>,
  publicUrl: string | null,
): CropPublisher => ({
  publish: async ({ jpeg }) => {
    // The provider has to be able to fetch it.
    if (!publicUrl?.startsWith('https://'))
      throw new RemoteSearchError('not-published', 'PUBLIC_URL is not an https address')
    const key = `${FOLDER}${randomBytes(NAME_BYTES).toString('hex')}.jpg`
    await storage.put(key, jpeg, 'image/jpeg')
    return { url: `${publicUrl}${MEDIA_PREFIX}${key}`, withdraw: () => storage.delete(key) }
  },
})

/** Deletes crops that a crash left behind. */
export const sweepCrops = async (storage: Pick<Storage, 'list' | 'delete'>): Promise<void> => {
  for await (const key of storage.list(FOLDER)) await storage.delete(key)
}
