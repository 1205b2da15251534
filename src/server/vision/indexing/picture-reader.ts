import type { Storage } from '#server/providers/storage/storage.ts'
import type { IndexerParts } from './indexer.ts'

/** Our own pictures, by the keys behind their URLs. */
type OwnPictures = {
  keyOf: (url: string) => string | null
  read: Storage['get']
}

/**
 * Reads our own pictures from storage and catalogue pictures from their hosts. A picture URL entered by
 * a user is never fetched, to prevent server-side request forgery.
 */
export const createPictureReader =
  (
    media: OwnPictures,
    fetchRemote: (url: string) => Promise<Uint8Array>,
  ): IndexerParts['readPicture'] =>
  async (url, { ownerUid }) => {
    const key = media.keyOf(url)
    if (key !== null) return (await media.read(key))?.body ?? null
    return ownerUid === null ? fetchRemote(url) : null
  }
