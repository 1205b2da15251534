import type { api as clientApi } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { isCardListed } from '#shared/domain/completeness.ts'
import { recordFromDetection } from '#shared/domain/record-from-detection.ts'
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
      if (!detection || !isCardListed(detection) || firebase_uid === null) return
      const detection_data = recordFromDetection(detection, {
        ...(imageUrl === null ? {} : { originalImageUrl: imageUrl }),
        ...(isLiked === undefined ? {} : { isLiked }),
      })
      sentIds.add(id)
      await api(call, { body: { firebase_uid, detection_data } })
    })
  }

  /** §8: errors of saves and deletes are only logged. */
  const logged = (call: Promise<void>, what: string) =>
    call.catch((error: unknown) => logProblem(what, error))

  return {
    /** §7: called for each detection after a scan. */
    saveScanned: async (): Promise<void> => {
      const { detections } = store.getState()
      for (const { id, isManual } of detections)
        if (!isManual)
          await logged(send('POST /save-detection.php', id), 'A detection was not saved')
    },

    saveEdited: (id: string) =>
      logged(
        send('POST /api/firebase-sync/save-detection.php', id),
        'An edited detection was not saved',
      ),

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
