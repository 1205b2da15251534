import type { Database } from '#server/db/database.ts'
import { createSingleFlight } from '#server/concurrency/single-flight.ts'
import { PORTRAIT_FOLDER } from '#server/features/catalog/index.ts'
import {
  contentTypeOf,
  isStorageKey,
  MEDIA_PREFIX,
  type Storage,
  type StoredFile,
} from '#server/providers/storage/storage.ts'
import { RemoteImageError } from '#server/providers/images/remote-images.ts'
import { firstImageOf, recordFacts } from './images.store.ts'
import type { RemoteOriginals } from './remote-originals.service.ts'
import { makePortrait, type PictureFacts } from './variant.ts'

/** What the storage holds under this is for the server alone. */
const PRIVATE_FOLDER = 'private/'
const DEMO_FOLDER = 'demo/'

export type Media = {
  /** The key of one of our own pictures, from its path or full address; null for all else. */
  keyOf(url: string): string | null
  read(key: string): Promise<StoredFile | null>
  /** Whether it stays the same under its key: an operator may give a better portrait later. */
  isLasting(key: string): boolean
}

/** A picture made by us, with what is known of it. */
export type DrawnPicture = PictureFacts & { data: Buffer }

type MediaParts = {
  storage: Storage
  pool: Database['pool']
  publicUrl: string | null
  /** Draws pictures of the demo catalogue; null where the key names none. */
  draw: (key: string) => Promise<DrawnPicture | null>
  originals: RemoteOriginals
}

/** Files of the storage, and those that are made when somebody first asks for them. */
export const createMedia = ({ storage, pool, publicUrl, draw, originals }: MediaParts): Media => {
  const once = createSingleFlight<StoredFile | null>()

  const keyOf = (url: string): string | null => {
    const path = publicUrl && url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url
    if (!path.startsWith(MEDIA_PREFIX)) return null
    try {
      const key = decodeURIComponent(path.slice(MEDIA_PREFIX.length))
      return isStorageKey(key) && !key.startsWith(PRIVATE_FOLDER) ? key : null
    } catch {
      // Broken percent-encoding names nothing.
      return null
    }
  }

  const originalOf = async (url: string): Promise<Buffer | null> => {
    const key = keyOf(url)
    return key === null ? originals.read(url) : ((await read(key))?.body ?? null)
  }

  const drawn = async (key: string): Promise<Buffer | null> => {
    const picture = await draw(key)
    if (!picture) return null
    await recordFacts(pool, MEDIA_PREFIX + key, {
      ...picture,
      color: picture.color.toLowerCase(),
    })
    return picture.data
  }

  /** Where nobody gave a portrait: the one drawn for the demo, or a part of the first image. */
  const portraitFor = async (key: string): Promise<Buffer | null> => {
    if (!key.startsWith(PORTRAIT_FOLDER)) return null
    const url = await firstImageOf(pool, key.slice(PORTRAIT_FOLDER.length))
    if (url === null) return null
    if (url.startsWith(MEDIA_PREFIX + DEMO_FOLDER)) {
      const portrait = await draw(DEMO_FOLDER + key)
      if (portrait) return portrait.data
    }
    try {
      const original = await originalOf(url)
      return original && (await makePortrait(original))
    } catch (error) {
      // The other server may do better later; until then there is no portrait.
      if (error instanceof RemoteImageError) return null
      throw error
    }
  }

  const make = async (key: string): Promise<StoredFile | null> => {
    const body = (await drawn(key)) ?? (await portraitFor(key))
    if (!body) return null
    const contentType = contentTypeOf(key)
    await storage.put(key, body, contentType)
    return { body, contentType }
  }

  const read = async (key: string): Promise<StoredFile | null> =>
    (await storage.get(key)) ?? once(key, () => make(key))

  return { keyOf, read, isLasting: (key) => !key.startsWith(PORTRAIT_FOLDER) }
}
