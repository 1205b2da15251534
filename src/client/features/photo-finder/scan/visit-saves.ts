import type { FavoriteChange } from '#client/account/favorite.ts'
import type { api as clientApi } from '#client/lib/api.ts'
import { toast } from '#client/ui/toast.ts'
import { recordFromDetection } from '#shared/domain/detection-record.ts'
import type { DetectionSaves } from './detection-saves.ts'
import { favoriteOf } from './favorite-of.ts'
import type { FinderStore } from './finder-store.ts'

type Parts = {
  api: typeof clientApi
  store: FinderStore
  uid: () => string | null
  changeFavorite: (change: FavoriteChange) => Promise<void>
}

const nothing = async () => undefined

/** On /find nothing is saved unless a user asks for it, and never the photo. */
export const createVisitSaves = ({ api, store, uid, changeFavorite }: Parts): DetectionSaves => ({
  saveScanned: nothing,
  saveFound: nothing,
  saveEdited: nothing,
  noteStored: () => undefined,
  remove: nothing,

  keep: async (id) => {
    const detection = store.detection(id)
    const firebase_uid = uid()
    if (!detection || firebase_uid === null) return
    const detection_data = recordFromDetection(detection)
    try {
      await api('POST /api/firebase-sync/save-detection.php', {
        body: { firebase_uid, detection_data },
      })
      store.dispatch({ type: 'kept', id })
    } catch (error) {
      toast.show(error instanceof Error ? error.message : String(error), { kind: 'error' })
    }
  },

  /** The product itself: there is no stored detection that could have a heart. */
  saveLiked: async (id, isLiked) => {
    const detection = store.detection(id)
    if (detection) await changeFavorite({ favorite: favoriteOf(detection), isWanted: isLiked })
  },
})
