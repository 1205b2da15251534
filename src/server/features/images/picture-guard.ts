import { REMOVED_TEXT } from '#shared/messages.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'
import type { RemovedPicture, RemovedPictureKey, RemovedPicturesStore } from './images.store.ts'
import {
  type Appearance,
  toAppearance,
  compareAppearances,
  fingerprintPicture,
  GRID_BYTES,
} from './picture-fingerprint.ts'
import { PICTURE_SERVICE_TEXT } from './picture-messages.ts'

/** The PostgreSQL channel that announces the id of a takedown that began, grew or ended. */
export const TAKEDOWN_CHANGED = 'takedown_changed'

export const goneError = () => new AppError(410, REMOVED_TEXT)

/** How many checked pictures are remembered: a fingerprint takes some milliseconds. */
const MAX_CHECKED = 50_000

/** Fingerprints are read and prepared in batches, so that requests are answered in between. */
const READ_BATCH = 50

type RemovedFingerprint = {
  takedownId: string
  sha256: string | null
  appearance: Appearance | null
}

const toCacheKey = ({ takedown_id, url }: RemovedPictureKey) => `${takedown_id} ${url}`

const toRemovedFingerprint = ({
  takedown_id,
  sha256,
  grid,
  aspect,
}: RemovedPicture): RemovedFingerprint => ({
  takedownId: takedown_id,
  sha256: sha256?.toString('hex') ?? null,
  appearance:
    grid?.length === GRID_BYTES && aspect !== null ? toAppearance({ grid, aspect }) : null,
})

type PictureGuardDependencies = {
  store: RemovedPicturesStore
  publicUrl: string | null
  /** Limits how many pictures are processed at once. */
  decode: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Recognises removed pictures by URL, bytes and appearance. They are kept in memory, because every
 * request for a picture checks them; takedowns are announced to all servers.
 */
export const createPictureGuard = ({ store, publicUrl, decode }: PictureGuardDependencies) => {
  let urls = new Set<string>()
  /** By takedown and URL. Rows never change. */
  let removedPrints = new Map<string, RemovedFingerprint>()
  const checked = new Set<string>()

  /** Reduces URLs of our own files to their paths: the catalogue has them with or without the origin. */
  const normalize = (url: string) =>
    publicUrl !== null && url.startsWith(publicUrl + MEDIA_PREFIX)
      ? url.slice(publicUrl.length)
      : url

  const reload = async () => {
    const keys = await store.keys()
    urls = new Set(keys.map(({ url }) => normalize(url)))
    const ids = new Set(keys.map(toCacheKey))
    removedPrints = new Map([...removedPrints].filter(([id]) => ids.has(id)))
    const newKeys = keys.filter((key) => !removedPrints.has(toCacheKey(key)))
    for (let first = 0; first < newKeys.length; first += READ_BATCH)
      for (const row of await store.read(newKeys.slice(first, first + READ_BATCH)))
        removedPrints.set(toCacheKey(row), toRemovedFingerprint(row))
    checked.clear()
  }

  let reading: Promise<void> = Promise.resolve()
  /** Runs one after the other: an earlier refresh must not restore what a later one has removed. */
  const refresh = (): Promise<void> => {
    const next = reading.then(reload)
    reading = next.catch(() => undefined) // The caller gets the error.
    return next
  }

  /** The takedown that covers a picture with these bytes, and those that may. */
  const findMatches = async (body: Buffer): Promise<{ same: string | null; similar: string[] }> => {
    const similar = new Set<string>()
    const print = removedPrints.size === 0 ? null : await decode(() => fingerprintPicture(body))
    if (!print) return { same: null, similar: [] }
    const sha256 = print.sha256.toString('hex')
    const appearance = toAppearance(print)
    for (const { takedownId, ...print } of removedPrints.values()) {
      const verdict =
        print.sha256 === sha256
          ? 'same'
          : print.appearance && compareAppearances(print.appearance, appearance)
      if (verdict === 'same') return { same: takedownId, similar: [] }
      if (verdict === 'similar') similar.add(takedownId)
    }
    return { same: null, similar: [...similar] }
  }

  return {
    refresh,
    isRemoved: (url: string) => urls.has(normalize(url)),

    /** Throws if these bytes are a removed picture, whose URL is then removed as well. */
    check: async (url: string, body: Buffer) => {
      if (removedPrints.size === 0 || checked.has(url)) return
      const { same, similar } = await findMatches(body)
      if (same !== null) {
        await store.block(same, url)
        throw goneError()
      }
      for (const takedownId of similar) await store.suspect(takedownId, url)
      if (checked.size >= MAX_CHECKED) checked.clear()
      checked.add(url)
    },

    /** Throws if the picture is the same as a removed one; one that is only similar may be used. */
    checkUpload: async (body: Buffer) => {
      if ((await findMatches(body)).same !== null)
        throw new AppError(451, PICTURE_SERVICE_TEXT.removed)
    },

    listenOn: (listener: Listener, onFailure: (err: unknown) => void) =>
      listener.listen(TAKEDOWN_CHANGED, {
        onMessage: () => void refresh().catch(onFailure),
        onConnected: () => void refresh().catch(onFailure),
      }),
  }
}
export type PictureGuard = Pick<ReturnType<typeof createPictureGuard>, 'isRemoved' | 'check'>
