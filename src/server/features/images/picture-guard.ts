import { REMOVED_TEXT } from '#shared/messages.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'
import type { RemovedPicture, RemovedPictureKey, RemovedPicturesStore } from './images.store.ts'
import {
  type Appearance,
  appearanceOf,
  compare,
  fingerprintOf,
  GRID_BYTES,
} from './picture-fingerprint.ts'

/** Told the id of a takedown that began, grew or ended. */
export const TAKEDOWN_CHANGED = 'takedown_changed'

export const goneError = () => new AppError(410, REMOVED_TEXT)

/** Pictures that were compared already: a fingerprint costs some milliseconds. */
const CHECKED_KEPT = 50_000

/** Fingerprints are read and prepared in such steps, so that requests are answered in between. */
const READ_AT_ONCE = 50

type RemovedPrint = { takedownId: string; sha256: string | null; appearance: Appearance | null }

const idOf = ({ takedown_id, url }: RemovedPictureKey) => `${takedown_id} ${url}`

const printOf = ({ takedown_id, sha256, grid, aspect }: RemovedPicture): RemovedPrint => ({
  takedownId: takedown_id,
  sha256: sha256?.toString('hex') ?? null,
  appearance:
    grid?.length === GRID_BYTES && aspect !== null ? appearanceOf({ grid, aspect }) : null,
})

type Parts = {
  store: RemovedPicturesStore
  publicUrl: string | null
  /** Limits how many pictures are processed at once. */
  decode: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Knows every removed picture by address, bytes and appearance. In memory, because every picture that
 * is shown asks; takedowns are announced to all servers.
 */
export const createPictureGuard = ({ store, publicUrl, decode }: Parts) => {
  let urls = new Set<string>()
  /** By takedown and address. A row never changes. */
  let removedPrints = new Map<string, RemovedPrint>()
  const checked = new Set<string>()

  /** Our own files by path: the catalogue may name them with or without the origin. */
  const plain = (url: string) =>
    publicUrl !== null && url.startsWith(publicUrl + MEDIA_PREFIX)
      ? url.slice(publicUrl.length)
      : url

  const readAgain = async () => {
    const keys = await store.keys()
    urls = new Set(keys.map(({ url }) => plain(url)))
    const ids = new Set(keys.map(idOf))
    removedPrints = new Map([...removedPrints].filter(([id]) => ids.has(id)))
    const added = keys.filter((key) => !removedPrints.has(idOf(key)))
    for (let first = 0; first < added.length; first += READ_AT_ONCE)
      for (const row of await store.read(added.slice(first, first + READ_AT_ONCE)))
        removedPrints.set(idOf(row), printOf(row))
    checked.clear()
  }

  let reading: Promise<void> = Promise.resolve()
  /** One after the other: an earlier one must not bring back what a later one has forgotten. */
  const refresh = (): Promise<void> => {
    const next = reading.then(readAgain)
    reading = next.catch(() => undefined) // Whoever asked is told.
    return next
  }

  /** The takedown that covers a picture with these bytes, and those that may. */
  const matchesOf = async (body: Buffer): Promise<{ same: string | null; similar: string[] }> => {
    const similar = new Set<string>()
    const print = removedPrints.size === 0 ? null : await decode(() => fingerprintOf(body))
    if (!print) return { same: null, similar: [] }
    const sha256 = print.sha256.toString('hex')
    const appearance = appearanceOf(print)
    for (const { takedownId, ...one } of removedPrints.values()) {
      const verdict =
        one.sha256 === sha256 ? 'same' : one.appearance && compare(one.appearance, appearance)
      if (verdict === 'same') return { same: takedownId, similar: [] }
      if (verdict === 'similar') similar.add(takedownId)
    }
    return { same: null, similar: [...similar] }
  }

  return {
    refresh,
    /** Whether a takedown covers this address. */
    isRemoved: (url: string) => urls.has(plain(url)),

    /** Throws if these bytes are a removed picture; its address is then removed as well. */
    check: async (url: string, body: Buffer) => {
      if (removedPrints.size === 0 || checked.has(url)) return
      const { same, similar } = await matchesOf(body)
      if (same !== null) {
        await store.block(same, url)
        throw goneError()
      }
      for (const takedownId of similar) await store.suspect(takedownId, url)
      if (checked.size >= CHECKED_KEPT) checked.clear()
      checked.add(url)
    },

    /** Throws if somebody uploads a removed picture. */
    checkUpload: async (body: Buffer) => {
      if ((await matchesOf(body)).same !== null)
        throw new AppError(451, 'This picture was removed after a notice and cannot be used here.')
    },

    listenOn: (listener: Listener, onFailure: (err: unknown) => void) =>
      listener.listen(TAKEDOWN_CHANGED, {
        onMessage: () => void refresh().catch(onFailure),
        onConnected: () => void refresh().catch(onFailure),
      }),
  }
}
export type PictureGuard = Pick<ReturnType<typeof createPictureGuard>, 'isRemoved' | 'check'>
