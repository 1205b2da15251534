import type { Storage } from '#server/providers/storage/storage.ts'
import type { IndexerParts } from './indexer.ts'

/** Our own pictures, by the keys behind their URLs. */
type OwnPictures = {
  keyOf: (url: string) => string | null
  read: Storage['get']
}

/**
 * Our own pictures from the storage, those of the catalogue from where they lie. What a person wrote
 * as the address of a picture is never fetched: the server is nobody's hand.
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
