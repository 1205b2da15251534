import type { FavoriteToggle } from '#shared/domain/favorite-record.ts'
import type { api as clientApi } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { toast } from '#client/ui/toast.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import { detectionName, recordFromDetection } from '#shared/domain/detection-record.ts'
import { type FinderStore, markKept } from './finder-state.ts'

export type SaveParts = {
  api: typeof clientApi
  /** Whether each detection is stored with its photo; on a visit only what somebody asks for is. */
  keepsPhotos: boolean
  uid: () => string | null
  changeFavorite: (change: FavoriteToggle) => Promise<void>
}

type SaveCall = 'POST /save-detection.php' | 'POST /api/firebase-sync/save-detection.php'

const ignore = () => undefined

type Offer = Pick<
  ScanProduct,
  'price' | 'productLink' | 'seller' | 'category' | 'brand' | 'imageUrl' | 'thumbnail'
>

/** A product or detection, for a heart that is saved without the scan; `id` if the catalogue has it. */
export const favoriteOf = (offer: Offer, name: string, id?: string): FavoriteToggle['favorite'] => {
  const { price, productLink, seller, category, brand } = offer
  const image_url = offer.imageUrl ?? offer.thumbnail
  return {
    name,
    product: { name, id, price, image_url, product_link: productLink, seller, category, brand },
  }
}

/**
 * What the server keeps of a scan. Calls about one detection run one at a time, and each sends the
 * detection as it is at that moment: a save from an older snapshot would undo a delete or a 'Not this'.
 */
export const createDetectionSaves = (
  store: FinderStore,
  { api, keepsPhotos, uid, changeFavorite }: SaveParts,
) => {
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
      const result = keepsPhotos ? { result: detection } : {}
      await api(call, { body: { firebase_uid, detection_data, ...result } })
    })
  }

  /** Errors of saves and deletes are only logged. */
  const logged = (call: Promise<void>, what: string) =>
    call.catch((error: unknown) => logProblem(what, error))

  const saveScanned = async (id: string) => {
    if (keepsPhotos) await logged(send('POST /save-detection.php', id), 'A detection was not saved')
  }

  /** What the user edited or chose is in My Products from then on. */
  const keep = async (id: string) => {
    await send('POST /api/firebase-sync/save-detection.php', id)
    if (uid() !== null) store.setState(markKept(id))
  }

  return {
    saveScanned,

    /** Called for each detection after a scan. What the user has kept is not overwritten. */
    saveAllScanned: async (): Promise<void> => {
      const { detections, keptIds } = store.getState()
      for (const { id, isManual } of detections)
        if (!isManual && !keptIds.includes(id)) await saveScanned(id)
    },

    saveEdited: async (id: string) => {
      if (keepsPhotos) await logged(keep(id), 'An edited detection was not saved')
    },

    /** Somebody pressed a button for it, and is told when it did not work. */
    keep: (id: string) => keep(id).catch(toast.failure),

    /** Detections of a reopened scan are stored already. */
    noteStored: (ids: readonly string[]) => ids.forEach((id) => sentIds.add(id)),

    /** Rejects when the server refuses it: the caller decides what becomes of the heart. */
    saveLiked: async (id: string, isLiked: boolean) => {
      if (keepsPhotos) return send('POST /save-detection.php', id, isLiked)
      // There is no stored detection that could have a heart: the product itself gets it.
      const detection = latest.get(id)
      if (!detection) return
      const favorite = favoriteOf(detection, detectionName(detection))
      await changeFavorite({ favorite, isWanted: isLiked })
    },

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
