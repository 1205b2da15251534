import type { FavoriteToggle } from '#shared/domain/favorite-record.ts'
import type { api as clientApi } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { toast } from '#client/ui/toast.tsx'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import { getDetectionName, toStoredDetection } from '#shared/domain/detection-record.ts'
import { type FinderStore, markKept } from './finder-state.ts'

export type SaveParts = {
  api: typeof clientApi
  /** Whether each detection is stored with its photo; on /find only what somebody asks for is. */
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

/** A product or detection as a favorite of its own; `id` if it is in the catalogue. */
export const favoriteOf = (offer: Offer, name: string, id?: string): FavoriteToggle['favorite'] => {
  const { price, productLink, seller, category, brand } = offer
  const image_url = offer.imageUrl ?? offer.thumbnail
  return {
    name,
    product: { name, id, price, image_url, product_link: productLink, seller, category, brand },
  }
}

/**
 * Saves the detections of a scan on the server. Calls about one detection run one at a time, and each
 * sends the detection as it is at that moment: an older snapshot would undo a delete or a 'Not this'.
 */
export const createDetectionSaves = (
  store: FinderStore,
  { api, keepsPhotos, uid, changeFavorite }: SaveParts,
) => {
  const latest = new Map<string, ScanDetection>()
  const queues = new Map<string, Promise<unknown>>()
  const sentIds = new Set<string>()
  // Kept after the photo is replaced, so that saves still waiting can finish.
  store.subscribe(({ detections }) =>
    detections.forEach((detection) => latest.set(detection.id, detection)),
  )

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
      const detection_data = toStoredDetection(detection, {
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

  /** Adds a detection to My Products, because the user has edited or chosen it. */
  const keep = async (id: string) => {
    await send('POST /api/firebase-sync/save-detection.php', id)
    if (uid() !== null) store.setState(markKept(id))
  }

  return {
    saveScanned,

    /** Saves all detections after a scan, but does not overwrite those in My Products. */
    saveAllScanned: async (): Promise<void> => {
      const { detections, keptIds } = store.getState()
      for (const { id, isManual } of detections)
        if (!isManual && !keptIds.includes(id)) await saveScanned(id)
    },

    saveEdited: async (id: string) => {
      if (keepsPhotos) await logged(keep(id), 'An edited detection was not saved')
    },

    /** A failure is shown, because the user has pressed a button for it. */
    keep: (id: string) => keep(id).catch(toast.failure),

    /** Detections of a reopened scan are stored already. */
    noteStored: (ids: readonly string[]) => ids.forEach((id) => sentIds.add(id)),

    /** Rejects when the server refuses it, so that the caller can revert the heart. */
    saveLiked: async (id: string, isLiked: boolean) => {
      if (keepsPhotos) return send('POST /save-detection.php', id, isLiked)
      // No detection is stored on /find, so the product itself becomes the favorite.
      const detection = latest.get(id)
      if (!detection) return
      const favorite = favoriteOf(detection, getDetectionName(detection))
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
