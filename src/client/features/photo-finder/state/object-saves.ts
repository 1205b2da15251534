import { ApiError } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { toast } from '#client/ui/toast.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { getDetectionName, toStoredDetection } from '#shared/domain/detection-record.ts'
import { getBestViewBox } from '#shared/domain/detection-rules.ts'
import { DETECTION_PROBLEMS, FINDER_TEXT } from '#shared/finder-messages.ts'
import { buildFavorite } from './answers.ts'
import type { Effect, EffectContext, FinderDependencies } from './finder-dependencies.ts'
import { findDetection } from './finder-state.ts'

type SaveCall = 'POST /save-detection.php' | 'POST /api/firebase-sync/save-detection.php'

const ignore = () => undefined

/**
 * Saves the detections of a scan on the server. Calls about one detection run one at a time, and each
 * sends the detection as it is at that moment: an older snapshot would undo a delete or a 'Not this'.
 */
const createDetectionSaves = (
  store: EffectContext['store'],
  {
    api,
    keepsPhotos,
    uid,
    changeFavorite,
  }: Pick<FinderDependencies, 'api' | 'keepsPhotos' | 'uid' | 'changeFavorite'>,
) => {
  const latest = new Map<string, ScanDetection>()
  const queues = new Map<string, Promise<unknown>>()
  const sentIds = new Set<string>()
  // Kept after the photo is replaced, so that saves still waiting can finish.
  store.subscribe(({ detections }) =>
    detections.forEach((detection) => latest.set(detection.id, detection)),
  )

  const callInOrder = <Result>(id: string, call: () => Promise<Result>): Promise<Result> => {
    const result = (queues.get(id) ?? Promise.resolve()).then(call)
    queues.set(id, result.then(ignore, ignore))
    return result
  }

  const saveDetection = (call: SaveCall, id: string, isLiked?: boolean): Promise<void> => {
    const { imageUrl } = store.getState()
    return callInOrder(id, async () => {
      const detection = latest.get(id)
      const firebase_uid = uid()
      if (!detection || firebase_uid === null) return
      const detection_data = toStoredDetection(detection, {
        ...(imageUrl === null ? {} : { originalImageUrl: imageUrl }),
        ...(isLiked === undefined ? {} : { isLiked }),
      })
      sentIds.add(id)
      const result = keepsPhotos ? { result: detection } : {}
      await api(call, { body: { firebase_uid, detection_data, ...result } })
    })
  }

  return {
    saveScanned: async (ids: readonly string[]) => {
      if (!keepsPhotos) return
      for (const id of ids)
        await saveDetection('POST /save-detection.php', id).catch((error: unknown) =>
          logProblem('A detection was not saved', error),
        )
    },

    /** Adds a detection to My Products, because the user has edited or chosen it. */
    saveKept: (id: string) => saveDetection('POST /api/firebase-sync/save-detection.php', id),

    /** Detections of a reopened scan are stored already. */
    noteStored: (ids: readonly string[]) => ids.forEach((id) => sentIds.add(id)),

    /** Rejects when the server refuses it, so that the caller can revert the heart. */
    saveLiked: async (id: string, isLiked: boolean) => {
      if (keepsPhotos) return saveDetection('POST /save-detection.php', id, isLiked)
      // No detection is stored on /find, so the product itself becomes the favorite.
      const detection = latest.get(id)
      if (!detection) return
      const favorite = buildFavorite(detection, getDetectionName(detection))
      await changeFavorite({ favorite, isWanted: isLiked })
    },

    deleteStored: async (id: string) => {
      latest.delete(id)
      const call = callInOrder(id, async () => {
        const firebase_uid = uid()
        if (firebase_uid === null || !sentIds.has(id)) return
        const body = { firebase_uid, product_id: id }
        await api('DELETE /api/firebase-sync/save-detection.php', { body })
      })
      await call.catch((error: unknown) => logProblem('A detection was not deleted', error))
    },
  }
}

/** Saves what the visitor does with the objects of a scan. */
export const createObjectSaves = (
  { store, send }: EffectContext,
  dependencies: FinderDependencies,
  server: { uploadPicture: (picture: Blob) => Promise<string> },
) => {
  const { keepsPhotos, uid } = dependencies
  const saves = createDetectionSaves(store, dependencies)

  const makePicture = async (id: string): Promise<Blob | null> => {
    const { photo } = store.getState()
    const detection = findDetection(store.getState(), id)
    return !detection || detection.imageUrl || !photo
      ? null
      : dependencies.cropPhoto(photo, getBestViewBox(detection))
  }

  /** Adds a detection to My Products. */
  const keepObject = async (id: string) => {
    await saves.saveKept(id)
    if (uid() !== null) void send({ type: 'object-kept', id })
  }

  const saveEdited = async (id: string) => {
    if (keepsPhotos)
      await keepObject(id).catch((error: unknown) =>
        logProblem('An edited detection was not saved', error),
      )
  }

  const savePicture = async ({ id, image }: Effect<'save-picture'>) => {
    try {
      const picture = image ?? (await makePicture(id))
      if (picture)
        void send({ type: 'picture-stored', id, url: await server.uploadPicture(picture) })
    } catch (error) {
      // The product is saved without its picture.
      logProblem('The picture of a detection was not uploaded', error)
      toast.error(FINDER_TEXT.savedWithoutPicture)
    }
    await saveEdited(id)
  }

  /** A failure is only logged, unless it needs a login. */
  const saveLike = async ({ detection, name, isLiked }: Effect<'save-like'>) => {
    const { id } = detection
    let isReverted = false
    try {
      if (uid() === null) throw new ApiError(401, DETECTION_PROBLEMS.loginToFavorite)
      await saves.saveLiked(id, isLiked)
      dependencies.refreshSaved()
    } catch (error) {
      logProblem('A favorite was not saved', error)
      const status = error instanceof ApiError ? error.status : null
      isReverted = status === 401 || status === 410
      if (status === 401) {
        // On /find the login overlay explains it, and on a phone a toast would cover its buttons.
        if (keepsPhotos) toast.error(DETECTION_PROBLEMS.loginToFavorite)
        // The login leaves the page and its scan, so the product itself becomes the favorite.
        dependencies.askToLogIn({ favorite: buildFavorite(detection, name), isWanted: isLiked })
      }
      if (status === 410) toast.failure(error as Error)
    }
    void send({ type: 'like-saved', id, name, isLiked: isLiked !== isReverted })
  }

  const { saveScanned, noteStored, deleteStored } = saves
  return { saveScanned, noteStored, deleteStored, keepObject, saveEdited, savePicture, saveLike }
}
