import type { PictureGuard } from '#server/features/images/index.ts'
import { goneError } from '#server/features/images/index.ts'
import { AppError } from '#server/http/errors.ts'
import type { Listener } from '#server/jobs/listener.ts'
import { MEDIA_PREFIX } from '#server/providers/storage/storage.ts'
import {
  type Appearance,
  appearanceOf,
  fingerprintOf,
  GRID_BYTES,
  isSamePicture,
} from './fingerprint.ts'
import type { RemovedPicturesStore } from './removed-pictures.store.ts'

/** Told the id of a takedown that began, grew or ended. */
export const TAKEDOWN_CHANGED = 'takedown_changed'

/** Pictures that were compared already; each costs some milliseconds. */
const CHECKED_KEPT = 50_000

type Known = { takedownId: string; sha256: string | null; appearance: Appearance | null }

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
  let known: Known[] = []
  const checked = new Set<string>()

  /** Our own files by path: the catalogue may name them with or without the origin. */
  const plain = (url: string) =>
    publicUrl !== null && url.startsWith(publicUrl + MEDIA_PREFIX)
      ? url.slice(publicUrl.length)
      : url

  const refresh = async () => {
    const pictures = await store.all()
    urls = new Set(pictures.map(({ url }) => plain(url)))
    known = pictures.map(({ takedown_id, sha256, grid, aspect }) => ({
      takedownId: takedown_id,
      sha256: sha256?.toString('hex') ?? null,
      appearance:
        grid?.length === GRID_BYTES && aspect !== null ? appearanceOf({ grid, aspect }) : null,
    }))
    checked.clear()
  }

  /** The takedown that covers a picture with these bytes, if any. */
  const takedownOf = async (body: Buffer): Promise<string | null> => {
    if (known.length === 0) return null
    const print = await decode(() => fingerprintOf(body))
    if (!print) return null
    const sha256 = print.sha256.toString('hex')
    const appearance = appearanceOf(print)
    const same = known.find(
      (one) =>
        one.sha256 === sha256 || (one.appearance && isSamePicture(one.appearance, appearance)),
    )
    return same?.takedownId ?? null
  }

  return {
    refresh,
    isRemoved: (url: string) => urls.has(plain(url)),

    check: async (url: string, body: Buffer) => {
      if (known.length === 0 || checked.has(url)) return
      const takedownId = await takedownOf(body)
      if (takedownId !== null) {
        await store.block(takedownId, url)
        throw goneError()
      }
      if (checked.size >= CHECKED_KEPT) checked.clear()
      checked.add(url)
    },

    /** Throws if somebody uploads a removed picture. */
    checkUpload: async (body: Buffer) => {
      if ((await takedownOf(body)) !== null)
        throw new AppError(451, 'This picture was removed after a notice and cannot be used here.')
    },

    listenOn: (listener: Listener, onFailure: (err: unknown) => void) =>
      listener.listen(TAKEDOWN_CHANGED, {
        onMessage: () => void refresh().catch(onFailure),
        onConnected: () => void refresh().catch(onFailure),
      }),
  } satisfies PictureGuard & Record<string, unknown>
}
export type TakedownGuard = ReturnType<typeof createPictureGuard>
