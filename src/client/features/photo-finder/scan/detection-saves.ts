import type { api as clientApi } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { recordFromDetection } from '#shared/domain/detection-record.ts'
import type { FinderStore } from './finder-store.ts'

type Parts = {
  api: typeof clientApi
  store: FinderStore
  uid: () => string | null
}

type SaveCall = 'POST /save-detection.php' | 'POST /api/firebase-sync/save-detection.php'

const ignore = () => undefined

/**
 * What the server keeps of a scan. Calls about one detection run one at a time, and each sends the
 * detection as it is at that moment: a save from an older snapshot would undo a delete or a 'Not this'.
 */
export const createDetectionSaves = ({ api, store, uid }: Parts) => {
  const latest = new Map<string, ScanDetection>()
  const queues = new Map<string, Promise<unknown>>()
  const sentIds = new Set<string>()
  // Kept after the photo is replaced, so that saves still waiting can finish.
  store.subscribe(({ detections }) => detections.forEach((one) => latest.set(one.id, one)))

  const inOrder = <Result>(id: string, call: () => Promise<Result>): Promise<Result> => {
    const result = (queues.get(id) ?? Promise.resolve()).then(call)
    queues.set(id, result.then(ignore, ignore))
    return result
  }

  const send = (call: SaveCall, id: string, isLiked?: boolean): Promise<void> => {
    const { imageUrl } = store.getState()
    return inOrder(id, async () => {
      const detection = latest.get(id)
      const firebase_uid = uid()
      if (!detection || firebase_uid === null) return
      const detection_data = recordFromDetection(detection, {
        ...(imageUrl === null ? {} : { originalImageUrl: imageUrl }),
        ...(isLiked === undefined ? {} : { isLiked }),
      })
      sentIds.add(id)
      await api(call, { body: { firebase_uid, detection_data, result: detection } })
    })
  }

  /** §8: errors of saves and deletes are only logged. */
  const logged = (call: Promise<void>, what: string) =>
    call.catch((error: unknown) => logProblem(what, error))

  const saveFound = (id: string) =>
    logged(send('POST /save-detection.php', id), 'A detection was not saved')

  /** What the user edited or chose is in My Products from then on. */
  const saveEdited = (id: string) => {
    store.dispatch({ type: 'kept', id })
    return logged(
      send('POST /api/firebase-sync/save-detection.php', id),
      'An edited detection was not saved',
    )
  }

  return {
    /** §7: called for each detection after a scan. What the user has kept is not overwritten. */
    saveScanned: async (): Promise<void> => {
      const { detections, keptIds } = store.getState()
      for (const { id, isManual } of detections)
        if (!isManual && !keptIds.includes(id)) await saveFound(id)
    },

    saveFound,

    saveEdited,
    keep: saveEdited,

    /** Detections of a reopened scan are stored already. */
    noteStored: (ids: readonly string[]) => ids.forEach((id) => sentIds.add(id)),

    /** Rejects when the server refuses it: the caller decides what becomes of the heart. */
    saveLiked: (id: string, isLiked: boolean) => send('POST /save-detection.php', id, isLiked),

    remove: (id: string) => {
      latest.delete(id)
      const call = inOrder(id, async () => {
        const firebase_uid = uid()
        if (firebase_uid === null || !sentIds.has(id)) return
        const body = { firebase_uid, product_id: id }
        await api('DELETE /api/firebase-sync/save-detection.php', { body })
      })
      return logged(call, 'A detection was not deleted')
    },
  }
}
export type DetectionSaves = ReturnType<typeof createDetectionSaves>
