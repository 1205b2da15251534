import type { Logger } from 'pino'
import { createSingleFlight } from '#server/core/concurrency/tasks.ts'
import {
  getContentType,
  isStorageKey,
  MEDIA_PREFIX,
  type Storage,
  parseStorageKey,
  type StoredFile,
} from '#server/core/storage/storage.ts'
import { parsePortraitKey, buildPortraitKey } from '#server/features/catalog/index.ts'
import { RemoteError } from '#server/core/web/public-client.ts'
import { buildCelebrityImageName } from '#shared/domain/celebrity.ts'
import type { ImagesStore } from './images.store.ts'
import { goneError, type PictureGuard } from './picture-guard.ts'
import type { CachedOriginals } from './remote-pictures.ts'
import { makePortrait, type PictureFacts } from './variants.ts'

const DEMO_FOLDER = 'demo/'

/**
 * Not served from `/media`: uploads go only to their owner, crops only to signed URLs, and our own copies
 * to nobody. Compared in lower case, because some file systems ignore case.
 */
const PRIVATE_FOLDERS = new Set(['uploads', 'crops', 'variants', 'checks', 'removed', 'imports'])
const isPrivateKey = (key: string) => PRIVATE_FOLDERS.has(key.split('/')[0]?.toLowerCase() ?? '')

export type DrawnPicture = PictureFacts & { data: Buffer }

type MediaDependencies = {
  storage: Storage
  store: ImagesStore
  guard: PictureGuard
  publicUrl: string | null
  /** Draws a demo picture; null if the key is not one. */
  draw: (key: string) => Promise<DrawnPicture | null>
  originals: CachedOriginals
  /** Limits how many pictures are processed at once. */
  decode: <T>(work: () => Promise<T>) => Promise<T>
  log: Logger
}

/** Serves public files, and makes demo pictures and portraits on their first request. */
export const createMedia = ({
  storage,
  store,
  guard,
  publicUrl,
  draw,
  originals,
  decode,
  log,
}: MediaDependencies) => {
  const once = createSingleFlight<StoredFile | null>()

  const parseKey = (url: string) => parseStorageKey(url, publicUrl)

  const readOriginal = async (url: string): Promise<Buffer | null> => {
    const key = parseKey(url)
    return key === null ? originals.read(url) : ((await read(key))?.body ?? null)
  }

  const drawDemoPicture = async (key: string): Promise<Buffer | null> => {
    // Demo pictures are drawn as long as the demo catalogue is there, whatever the current settings are.
    if (!key.startsWith(DEMO_FOLDER) || !(await store.isInUse(MEDIA_PREFIX + key))) return null
    const picture = await draw(key)
    if (!picture) return null
    await store.recordFacts(MEDIA_PREFIX + key, {
      ...picture,
      color: picture.color.toLowerCase(),
    })
    return picture.data
  }

  /** Operators name the portraits that they provide after people; nothing else is stored under such names. */
  const readProvidedPortrait = async (key: string): Promise<StoredFile | null> => {
    const person = await findPersonWithPortrait(key)
    const providedKey = person && buildPortraitKey(buildCelebrityImageName(person.name))
    return providedKey && providedKey !== key && isStorageKey(providedKey)
      ? storage.get(providedKey)
      : null
  }

  const findPersonWithPortrait = async (key: string) => {
    const image = parsePortraitKey(key)
    return image === null ? null : store.personWithPortrait(image)
  }

  /** Used if no portrait was provided: the demo's drawing, or a crop of the first look. */
  const makeMissingPortrait = async (key: string): Promise<Buffer | null> => {
    const person = await findPersonWithPortrait(key)
    if (!person) return null
    const { name, firstLook: url } = person
    if (url.startsWith(MEDIA_PREFIX + DEMO_FOLDER)) {
      const portrait = await draw(DEMO_FOLDER + buildPortraitKey(buildCelebrityImageName(name)))
      if (portrait) return portrait.data
    }
    try {
      const original = await readOriginal(url)
      return original && (await decode(() => makePortrait(original)))
    } catch (error) {
      // There is no portrait for now; the picture's host may recover.
      if (error instanceof RemoteError) return null
      throw error
    }
  }

  const makeFile = async (key: string): Promise<StoredFile | null> => {
    const body = (await drawDemoPicture(key)) ?? (await makeMissingPortrait(key))
    if (!body) return null
    const contentType = getContentType(key)
    try {
      await storage.put(key, body, contentType)
    } catch (err) {
      // The picture is shown anyway, and made again for the next request.
      log.warn({ err, key }, 'Could not store a picture')
    }
    return { body, contentType }
  }

  /** Null for unknown and for private files. Throws if the file was removed. */
  const read = async (key: string): Promise<StoredFile | null> => {
    if (isPrivateKey(key)) return null
    const url = MEDIA_PREFIX + key
    if (guard.isRemoved(url)) throw goneError()
    const file =
      (await storage.get(key)) ??
      (await readProvidedPortrait(key)) ??
      (await once(key, () => makeFile(key)))
    if (file) await guard.check(url, file.body)
    return file
  }

  /** An operator may replace a portrait; all other files keep their content. */
  const isLasting = (key: string): boolean => parsePortraitKey(key) === null

  return { parseKey, read, isLasting, isPrivate: isPrivateKey }
}
export type Media = ReturnType<typeof createMedia>
