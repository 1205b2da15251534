import type { FavoriteToggle } from '#shared/domain/favorite-record.ts'
import { ApiError } from '#client/lib/api.ts'
import { logProblem, getErrorMessage } from '#client/lib/log-problem.ts'
import { toast } from '#client/ui/toast.tsx'
import { DETECTION_SEARCH } from '#shared/constants.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import type { Box } from '#shared/domain/box.ts'
import type { Category } from '#shared/domain/category.ts'
import { getDetectionName } from '#shared/domain/detection-record.ts'
import { getBestView, findFavoriteProblem } from '#shared/domain/detection-rules.ts'
import { parsePrice, addCurrency } from '#shared/domain/price.ts'
import { type Answers, listAnswers } from '#client/features/photo-finder/results/answers.ts'
import { DETECTION_PROBLEMS, FINDER_TEXT, SEARCH_ERRORS } from '#shared/finder-messages.ts'
import { createDetectionSaves, favoriteOf, type SaveParts } from './detection-saves.ts'
import {
  addDetection,
  addNotice,
  type AnswerView,
  type StateChange,
  changeDetection,
  chooseProduct,
  createFinderStore,
  endLike,
  FIRST_VIEW,
  manualDetection,
  type ShownPhoto,
  rejectProduct,
  removeDetection,
  setBoxProducts,
  setPending,
  setTermProducts,
  setView,
  startLike,
} from './finder-state.ts'
import { createPhotoScan, type ScanParts } from './photo-scan.ts'
import { createScanServer, type ScanServerParts } from './scan-server.ts'

export type DetectionEdit = {
  title: string
  price: string
  productLink: string
  category: Category
  /** A picture that replaces the current one. */
  image: File | null
}

export type FinderParts = SaveParts &
  ScanServerParts &
  Omit<ScanParts, 'server'> & {
    cropPhoto: (photo: ShownPhoto, bbox: Box) => Promise<Blob>
    /** The answers of the catalogue for an object. */
    answersFor: (embedding: string) => Promise<Answers>
    /** Opens the login overlay; the heart changes after the login. */
    askToLogIn: (change: FavoriteToggle) => void
    refreshSaved: () => void
  }

/**
 * The photo finder without a screen: one photo, its scan, and the user's work on the results. Changes
 * are visible at once, before the server has confirmed them.
 */
export const createPhotoFinder = (parts: FinderParts) => {
  const { api, keepsPhotos } = parts
  const store = createFinderStore()
  const server = createScanServer(parts)
  const saves = createDetectionSaves(store, parts)
  const searches = new Map<string, AbortController>()
  const searchedTerms = new Set<string>()
  let selectedId: string | null = null

  const cancelSearch = (id: string) => {
    const search = searches.get(id)
    if (!search) return
    search.abort()
    searches.delete(id)
    store.setState(setPending(id, false))
  }

  const search = async (
    id: string,
    change: (id: string, products: ScanProduct[]) => StateChange,
    searchProducts: (signal: AbortSignal) => Promise<ScanProduct[]>,
  ) => {
    searches.get(id)?.abort()
    const running = new AbortController()
    searches.set(id, running)
    try {
      const products = await searchProducts(running.signal)
      if (!running.signal.aborted) store.setState(change(id, products))
    } catch (error) {
      if (running.signal.aborted) return
      logProblem('The search for an object failed', error)
      store.setState(addNotice(getErrorMessage(error)))
      store.setState(setPending(id, false))
    } finally {
      if (searches.get(id) === running) searches.delete(id)
    }
  }

  /**
   * The scan compares only the appearance of an object; its answers also consider what it is. If they
   * cannot be loaded, the products of the scan are used.
   */
  const findBest = async (
    embedding: string | undefined,
    label: string,
    scanned: ScanProduct[],
  ): Promise<{ name: string; products: ScanProduct[] }> => {
    if (embedding === undefined) return { name: label, products: scanned }
    try {
      const answers = await parts.answersFor(embedding)
      const name = label || answers.name
      const sources = { label: name, answers, scanned, termProducts: [] }
      const products = listAnswers({ ...sources, view: FIRST_VIEW })
      return { name, products: products.slice(0, DETECTION_SEARCH.maxResults) }
    } catch (error) {
      logProblem('The answers for an object could not be loaded', error)
      return { name: label, products: scanned }
    }
  }

  const answering = new Map<string, Promise<void>>()
  const answer = ({ id, embedding, label, products }: ScanDetection) => {
    if (embedding === undefined) return
    store.setState(setPending(id, true))
    const show = async () => {
      const best = await findBest(embedding, label, products)
      // Not after another photo, or a move of the box.
      if (store.detection(id)?.embedding === embedding)
        store.setState(setBoxProducts(id, best.products))
    }
    const work = show()
    answering.set(id, work)
    void work.finally(() => answering.get(id) === work && answering.delete(id))
  }

  /** Boxes that are called what their answers are, until they are moved or described. */
  const namedByAnswers = new Set<string>()

  const searchBox = ({ id, bbox, category, ...detection }: ScanDetection) => {
    const { photo, place, imageUrl, isSent } = store.getState()
    if (!photo || !isSent) return
    const label = namedByAnswers.has(id) ? '' : detection.label
    store.setState(setPending(id, true))
    void search(id, setBoxProducts, async (signal) => {
      // The category of a box without a name means nothing.
      const query = label === '' || category === 'other' ? { bbox } : { bbox, category }
      const data =
        place === 'device'
          ? {
              embedding: await scan.describeBox(bbox, query.category, signal),
              products: [],
              notice: null,
            }
          : await server.searchBox(photo, imageUrl, query, signal)
      store.setState(changeDetection(id, { embedding: data.embedding }))
      if (data.notice) store.setState(addNotice(data.notice))
      const { name, products } = await findBest(data.embedding, label, data.products)
      if (label === '' && !signal.aborted) {
        namedByAnswers.add(id)
        store.setState(changeDetection(id, { label: name }))
      }
      return products
    })
  }

  /** Products for the first three search terms, or for the label, within the category. */
  const productsByTerms = async (
    { searchTerms, label, category }: ScanDetection,
    signal: AbortSignal,
  ): Promise<ScanProduct[]> => {
    const terms = searchTerms?.length ? searchTerms.slice(0, DETECTION_SEARCH.terms) : [label]
    const replies = await Promise.allSettled(
      terms.map((term) => {
        const body = { term, label, category, count: DETECTION_SEARCH.resultsPerTerm }
        return api('POST /api/product-search', { body, signal })
      }),
    )
    const failure = replies.find((reply) => reply.status === 'rejected')
    // One failed term does not lose the results of the others.
    if (failure && replies.every((reply) => reply.status === 'rejected')) {
      const { message } = failure.reason as Error
      throw new Error(message || SEARCH_ERRORS.shoppingFailed, { cause: failure.reason })
    }
    return replies.flatMap((reply) => (reply.status === 'fulfilled' ? reply.value.products : []))
  }

  /** Selecting a detection searches its terms, once. A box without a name has none. */
  const searchTerms = (id: string) => {
    const detection = store.detection(id)
    const isDone = store.getState().phase.name === 'done'
    // On /find, words are searched only in the catalogue, as part of the answers.
    if (!keepsPhotos || !detection || !isDone || searchedTerms.has(id)) return
    if (detection.label === '' && !detection.searchTerms?.length) return
    searchedTerms.add(id)
    void search(id, setTermProducts, (signal) => productsByTerms(detection, signal))
  }

  const uploadPicture = async (picture: Blob) => {
    const { blob } = await parts.preparePhoto(picture)
    const { signal } = new AbortController()
    return server.upload(blob, { onProgress: () => undefined, signal })
  }

  const pictureFor = async (id: string, chosen: File | null) => {
    if (chosen) return uploadPicture(chosen)
    const { photo } = store.getState()
    const detection = store.detection(id)
    if (!detection || detection.imageUrl || !photo) return null
    return uploadPicture(await parts.cropPhoto(photo, getBestView(detection)))
  }

  const scan = createPhotoScan(
    store,
    { ...parts, server },
    {
      onStart: () => {
        searches.forEach((running) => running.abort())
        searches.clear()
        searchedTerms.clear()
      },
      onProducts: answer,
      onDone: () => {
        for (const id of answering.keys()) store.setState(setPending(id, true))
        void Promise.allSettled(answering.values()).then(saves.saveAllScanned)
        // The object may have been selected while the scan was running.
        if (selectedId !== null) searchTerms(selectedId)
      },
      onReopened: saves.noteStored,
    },
  )

  return {
    store,
    ...scan,

    select: (id: string | null) => {
      selectedId = id
      if (id !== null) searchTerms(id)
    },

    /** `kind`: the kind of the detector's candidate. */
    addBox: (bbox: Box, kind: string | null = null): string => {
      const detection = manualDetection(parts.newId(), bbox, kind)
      store.setState(addDetection(detection))
      searchBox(detection)
      return detection.id
    },

    place: (id: string, bbox: Box) => {
      store.setState(changeDetection(id, { bbox, bestSeen: undefined }))
      const detection = store.detection(id)
      if (detection) searchBox(detection)
    },

    edit: async (id: string, { image, ...words }: DetectionEdit) => {
      const name = namedByAnswers.delete(id) ? { label: '' } : {}
      const currency = parsePrice(store.detection(id)?.price)?.currency
      const price = addCurrency(words.price, currency)
      store.setState(changeDetection(id, { ...words, price, ...name }))
      try {
        const url = await pictureFor(id, image)
        if (url) store.setState(changeDetection(id, { imageUrl: url, thumbnail: url }))
      } catch (error) {
        // The product is saved without its picture.
        logProblem('The picture of a detection was not uploaded', error)
        toast.error(FINDER_TEXT.savedWithoutPicture)
      }
      await saves.saveEdited(id)
    },

    view: (embedding: string, view: AnswerView) => store.setState(setView(embedding, view)),

    keep: saves.keep,

    remove: (id: string) => {
      cancelSearch(id)
      store.setState(removeDetection(id))
      void saves.remove(id)
    },

    use: (id: string, product: ScanProduct) => {
      cancelSearch(id)
      store.setState(chooseProduct(id, product))
      void saves.saveEdited(id)
    },

    notThis: (id: string, productId: string) => {
      const before = store.detection(id)
      if (!before) return
      // A running search began with this product and would bring it back.
      cancelSearch(id)
      store.setState(rejectProduct(id, productId))
      const { imageUrl } = store.getState()
      if (imageUrl)
        api('POST /api/not-this', {
          body: { imageUrl, bbox: getBestView(before), productId },
        }).catch((error: unknown) => logProblem('A wrong match was not remembered', error))
      if (!before.isManual) void saves.saveScanned(id)
    },

    /** Optimistic. A failure is only logged, unless it needs a login. */
    setLiked: async (id: string, isLiked: boolean) => {
      const detection = store.detection(id)
      if (!detection) return
      const problem = findFavoriteProblem(detection)
      if (problem) {
        toast.error(problem)
        return
      }
      const name = getDetectionName(detection)
      store.setState(startLike(id, name, isLiked))
      try {
        if (parts.uid() === null) throw new ApiError(401, DETECTION_PROBLEMS.loginToFavorite)
        await saves.saveLiked(id, isLiked)
        parts.refreshSaved()
      } catch (error) {
        logProblem('A favorite was not saved', error)
        const status = error instanceof ApiError ? error.status : null
        if (status === 401 || status === 410) store.setState(startLike(id, name, !isLiked))
        if (status === 401) {
          // On /find the login overlay explains it, and on a phone a toast would cover its buttons.
          if (keepsPhotos) toast.error(DETECTION_PROBLEMS.loginToFavorite)
          // The login leaves the page and its scan, so the product itself becomes the favorite.
          parts.askToLogIn({ favorite: favoriteOf(detection, name), isWanted: isLiked })
        }
        if (status === 410 && error instanceof ApiError) toast.failure(error)
      } finally {
        store.setState(endLike(id))
      }
    },
  }
}
export type PhotoFinder = ReturnType<typeof createPhotoFinder>
