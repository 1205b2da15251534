import { type api as clientApi, ApiError } from '#client/lib/api.ts'
import type { FavoriteChange } from '#client/account/favorite.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { toast } from '#client/ui/toast.ts'
import { DETECTION_SEARCH } from '#shared/constants.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import { bestView, favoriteProblem } from '#shared/domain/detection-rules.ts'
import type { Box } from '#shared/domain/box.ts'
import type { Category } from '#shared/domain/category.ts'
import { detectionName } from '#shared/domain/detection-record.ts'
import { DETECTION_PROBLEMS, FINDER_TEXT } from '#shared/finder-messages.ts'
import type { AnswerView } from './answer-view.ts'
import type { DetectionSaves } from './detection-saves.ts'
import { favoriteOf } from './favorite-of.ts'
import { manualDetection, type Photo } from './finder-state.ts'
import type { FinderStore } from './finder-store.ts'
import type { PhotoServer } from './photo-server.ts'
import { searchByTerms } from './search-by-terms.ts'

export type DetectionEdit = {
  title: string
  price: string
  productLink: string
  category: Category
  /** A picture that replaces the current one. */
  image: File | null
}

export type ActionParts = {
  api: typeof clientApi
  server: Pick<PhotoServer, 'searchBox' | 'forgets'>
  uid: () => string | null
  uploadPicture: (picture: Blob) => Promise<string>
  cropPhoto: (photo: Photo, bbox: Box) => Promise<Blob>
  /** Opens the login overlay; the heart changes after the login. */
  askToLogIn: (wanted: FavoriteChange) => void
  refreshSaved: () => void
  newId: () => string
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What a user can do with the detections. The screen changes at once, the server follows. */
export const createDetectionActions = (
  store: FinderStore,
  saves: DetectionSaves,
  parts: ActionParts,
) => {
  const { api } = parts
  const searches = new Map<string, AbortController>()
  const searchedTerms = new Set<string>()
  let selectedId: string | null = null

  const cancelSearch = (id: string) => {
    const search = searches.get(id)
    if (!search) return
    search.abort()
    searches.delete(id)
    store.dispatch({ type: 'search-ended', id })
  }

  const find = async (id: string, products: (signal: AbortSignal) => Promise<ScanProduct[]>) => {
    searches.get(id)?.abort()
    const search = new AbortController()
    searches.set(id, search)
    try {
      const found = await products(search.signal)
      if (!search.signal.aborted) store.dispatch({ type: 'found', id, products: found })
    } catch (error) {
      if (search.signal.aborted) return
      logProblem('The search for an object failed', error)
      store.dispatch({ type: 'notice', message: messageOf(error) })
      store.dispatch({ type: 'search-ended', id })
    } finally {
      if (searches.get(id) === search) searches.delete(id)
    }
  }

  const searchBox = ({ id, bbox }: ScanDetection) => {
    const { photo, imageUrl, isSent } = store.getState()
    if (!photo || !isSent) return
    store.dispatch({ type: 'searching-box', id })
    void find(id, async (signal) => {
      const data = await parts.server.searchBox(photo, imageUrl, bbox, signal)
      store.dispatch({ type: 'change', id, changes: { embedding: data.embedding } })
      if (data.notice) store.dispatch({ type: 'notice', message: data.notice })
      return data.products
    })
  }

  /** §7: selecting a detection searches its terms, once. A box without a name has none. */
  const searchTerms = (id: string) => {
    const detection = store.detection(id)
    const isDue =
      detection &&
      // The words of a visit are searched in the catalogue only, with the answer to the object.
      !parts.server.forgets &&
      Boolean(detection.title ?? detection.label) &&
      store.getState().phase.name === 'done' &&
      !searchedTerms.has(id) &&
      detection.products.length < DETECTION_SEARCH.shown
    if (!isDue) return
    searchedTerms.add(id)
    void find(id, (signal) => searchByTerms(api, detection, signal))
  }

  const pictureFor = async (id: string, chosen: File | null) => {
    if (chosen) return parts.uploadPicture(chosen)
    const { photo } = store.getState()
    const detection = store.detection(id)
    if (!detection || detection.imageUrl || !photo) return null
    return parts.uploadPicture(await parts.cropPhoto(photo, bestView(detection)))
  }

  return {
    select: (id: string | null) => {
      selectedId = id
      if (id !== null) searchTerms(id)
    },

    /** The scan is done: what it found is stored, and an object selected meanwhile searched. */
    finishScan: () => {
      void saves.saveScanned()
      if (selectedId !== null) searchTerms(selectedId)
    },

    stopSearches: () => {
      searches.forEach((search) => search.abort())
      searches.clear()
      searchedTerms.clear()
    },

    addBox: (bbox: Box): string => {
      const detection = manualDetection(parts.newId(), bbox)
      store.dispatch({ type: 'add', detection })
      searchBox(detection)
      return detection.id
    },

    place: (id: string, bbox: Box) => {
      store.dispatch({ type: 'change', id, changes: { bbox, bestSeen: undefined } })
      const placed = store.detection(id)
      if (placed) searchBox(placed)
    },

    edit: async (id: string, { image, ...words }: DetectionEdit) => {
      store.dispatch({ type: 'change', id, changes: words })
      try {
        const url = await pictureFor(id, image)
        if (url) store.dispatch({ type: 'change', id, changes: { imageUrl: url, thumbnail: url } })
      } catch (error) {
        // Without its picture the product is still worth keeping.
        logProblem('The picture of a detection was not uploaded', error)
        toast.show(FINDER_TEXT.savedWithoutPicture, { kind: 'error' })
      }
      await saves.saveEdited(id)
    },

    view: (embedding: string, view: AnswerView) =>
      store.dispatch({ type: 'view', embedding, view }),

    keep: (id: string) => void saves.keep(id),

    remove: (id: string) => {
      cancelSearch(id)
      store.dispatch({ type: 'remove', id })
      void saves.remove(id)
    },

    use: (id: string, product: ScanProduct) => {
      cancelSearch(id)
      store.dispatch({ type: 'use', id, product })
      void saves.saveEdited(id)
    },

    notThis: (id: string, productId: string) => {
      const before = store.detection(id)
      if (!before) return
      // A search under way began with this product and would bring it back.
      cancelSearch(id)
      store.dispatch({ type: 'not-this', id, productId })
      const { imageUrl } = store.getState()
      if (imageUrl)
        api('POST /api/not-this', {
          body: { imageUrl, bbox: bestView(before), productId },
        }).catch((error: unknown) => logProblem('A wrong match was not remembered', error))
      if (!before.isManual) void saves.saveFound(id)
    },

    /** §4: optimistic, and a failed save is only logged, unless a login would make it succeed. */
    setLiked: async (id: string, isLiked: boolean) => {
      const detection = store.detection(id)
      if (!detection) return
      const problem = favoriteProblem(detection)
      if (problem) {
        toast.show(problem, { kind: 'error' })
        return
      }
      const name = detectionName(detection)
      store.dispatch({ type: 'like', id, name, isLiked })
      try {
        if (parts.uid() === null) throw new ApiError(401, DETECTION_PROBLEMS.loginToFavorite)
        await saves.saveLiked(id, isLiked)
        parts.refreshSaved()
      } catch (error) {
        logProblem('A favorite was not saved', error)
        if (error instanceof ApiError && error.status === 401) {
          store.dispatch({ type: 'like', id, name, isLiked: !isLiked })
          // On a visit the login says so itself, and on a phone this would cover its buttons.
          if (!parts.server.forgets)
            toast.show(DETECTION_PROBLEMS.loginToFavorite, { kind: 'error' })
          // The login leaves the page: what is saved is the product itself.
          parts.askToLogIn({ favorite: favoriteOf(detection), isWanted: isLiked })
        }
        if (error instanceof ApiError && error.status === 410) {
          store.dispatch({ type: 'like', id, name, isLiked: !isLiked })
          toast.show(error.message, { kind: 'error' })
        }
      } finally {
        store.dispatch({ type: 'like-ended', id })
      }
    },
  }
}
