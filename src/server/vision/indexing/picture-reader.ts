import type { Storage } from '#server/core/storage/storage.ts'
import type { IndexerParts } from './indexer.ts'

type Sources = {
  /** Public pictures of ours, by the keys behind their URLs. */
  media: { keyOf: (url: string) => string | null; read: Storage['get'] }
  readUpload: (uid: string, url: string) => Promise<Uint8Array | null>
  fetchRemote: (url: string) => Promise<Uint8Array>
}

/**
 * Reads our own pictures from storage and catalogue pictures from their hosts. A picture URL entered by
 * a user is never fetched, to prevent server-side request forgery, and another user's upload is not read.
 */
export const createPictureReader =
  ({ media, readUpload, fetchRemote }: Sources): IndexerParts['readPicture'] =>
  async (url, { ownerUid }) => {
    const key = media.keyOf(url)
    if (key === null) return ownerUid === null ? fetchRemote(url) : null
    const upload = ownerUid === null ? null : await readUpload(ownerUid, url)
    return upload ?? (await media.read(key))?.body ?? null
  }
