import type { Media } from '#server/features/images/media.service.ts'
import type { IndexerParts } from './indexer.ts'

/**
 * Our own pictures from the storage, those of the catalogue from where they lie. What a person wrote
 * as the address of a picture is never fetched: the server is nobody's hand.
 */
export const createPictureReader =
  (media: Media, fetchRemote: (url: string) => Promise<Uint8Array>): IndexerParts['readPicture'] =>
  async (url, { ownerUid }) => {
    const key = media.keyOf(url)
    if (key !== null) return (await media.read(key))?.body ?? null
    return ownerUid === null ? fetchRemote(url) : null
  }
