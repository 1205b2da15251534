import { randomBytes } from 'node:crypto'
import { MEDIA_PREFIX, type Storage } from '#server/providers/storage/storage.ts'
import { type CropPublisher, RemoteSearchError } from '#server/providers/search/remote-search.ts'

const FOLDER = 'crops/'
const NAME_BYTES = 24

/** A crop at an address nobody can guess, for as long as one call takes. */
export const createCropPublisher = (
  storage: Pick<Storage, 'put' | 'delete'>,
  publicUrl: string | null,
): CropPublisher => ({
  publish: async ({ jpeg }) => {
    // A provider out there cannot fetch from a server that has no address out there.
    if (!publicUrl?.startsWith('https://'))
      throw new RemoteSearchError('not-published', 'PUBLIC_URL is no https address')
    const key = `${FOLDER}${randomBytes(NAME_BYTES).toString('hex')}.jpg`
    await storage.put(key, jpeg, 'image/jpeg')
    return { url: `${publicUrl}${MEDIA_PREFIX}${key}`, withdraw: () => storage.delete(key) }
  },
})

/** Crops that a crash left behind. */
export const sweepCrops = async (storage: Pick<Storage, 'list' | 'delete'>): Promise<void> => {
  for await (const key of storage.list(FOLDER)) await storage.delete(key)
}
